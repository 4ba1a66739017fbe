// What PDFBox 2 wants of Java EE, which Java left out after version 10; just what Preflight calls.
package javax.xml.bind;
public class DatatypeConverter {
    public static int parseInt(String s) { return Integer.parseInt(s); }
    public static java.util.Calendar parseDateTime(String s) {
        try {
            return javax.xml.datatype.DatatypeFactory.newInstance().newXMLGregorianCalendar(s).toGregorianCalendar();
        } catch (javax.xml.datatype.DatatypeConfigurationException e) { throw new IllegalArgumentException(e); }
    }
}
