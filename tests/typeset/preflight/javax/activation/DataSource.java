// What PDFBox 2 wants of Java EE, which Java left out after version 10; just what Preflight calls.
package javax.activation;
public interface DataSource {
    java.io.InputStream getInputStream() throws java.io.IOException;
    java.io.OutputStream getOutputStream() throws java.io.IOException;
    String getContentType();
    String getName();
}
