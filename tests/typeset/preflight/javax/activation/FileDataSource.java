// What PDFBox 2 wants of Java EE, which Java left out after version 10; just what Preflight calls.
package javax.activation;
public class FileDataSource implements DataSource {
    private final java.io.File file;
    public FileDataSource(java.io.File file) { this.file = file; }
    public FileDataSource(String name) { this(new java.io.File(name)); }
    public java.io.InputStream getInputStream() throws java.io.IOException { return new java.io.FileInputStream(file); }
    public java.io.OutputStream getOutputStream() throws java.io.IOException { throw new java.io.IOException(); }
    public String getContentType() { return "application/pdf"; }
    public String getName() { return file.getName(); }
}
