// SPDX-License-Identifier: Apache-2.0
package catena.report.results;

import catena.records.run.Environment;
import catena.records.tested.TestedSummary;
import catena.report.history.RunHistory;
import catena.report.results.TestCase.State;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The verdict as a report of tests in the form of Ant's JUnit task, which Jenkins, GitLab and
 * others show ({@code junit.xml}): a suite for each subject, a case for each check. FAIL is a
 * failure, UNKNOWN an error, and what nobody has checked is skipped. It is valid by the schema of
 * Jenkins' xUnit plugin, which refuses a file that is not.
 */
public final class JunitFile {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ISO_LOCAL_DATE_TIME.withZone(ZoneOffset.UTC);

  private final XMLStreamWriter xml;
  private final RunHistory run;

  private JunitFile(XMLStreamWriter xml, RunHistory run) {
    this.xml = xml;
    this.run = run;
  }

  /**
   * The file's content, UTF-8.
   *
   * @param now stands in a run of which nothing tells when it was
   */
  public static byte[] of(RunHistory run, Instant now) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
      new JunitFile(xml, run).write(now);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("XML cannot be written into memory", e);
    }
    return out.toByteArray();
  }

  private void write(Instant now) throws XMLStreamException {
    Map<String, List<TestCase>> checks = Checks.of(run);
    List<TestCase> all = checks.values().stream().flatMap(List::stream).toList();
    xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
    open(0, "testsuites");
    attribute("name", "catena " + run.title());
    counts(all);
    long begun = run.span().to() == 0 ? now.toEpochMilli() : run.span().from();
    String at = TIME.format(Instant.ofEpochMilli(begun).truncatedTo(ChronoUnit.SECONDS));
    for (Map.Entry<String, List<TestCase>> subject : checks.entrySet()) {
      suite(subject.getKey(), subject.getValue(), at);
    }
    close(0);
    xml.writeCharacters("\n");
    xml.writeEndDocument();
  }

  private void suite(String subject, List<TestCase> cases, String at) throws XMLStreamException {
    // Dots part packages from classes where reports of tests are shown.
    String name = "catena." + run.title().replace('.', '-') + "." + subject;
    open(1, "testsuite");
    attribute("name", name);
    counts(cases);
    attribute("skipped", number(cases, State.SKIPPED)); // which the schema has of suites alone
    attribute("timestamp", at);
    attribute("hostname", run.environment().map(Environment::host).orElse("unknown"));
    open(2, "properties");
    for (Map.Entry<String, String> property : properties().entrySet()) {
      indent(3);
      xml.writeEmptyElement("property");
      attribute("name", property.getKey());
      attribute("value", property.getValue());
    }
    close(2);
    for (TestCase each : cases) {
      test(name, each);
    }
    close(1);
  }

  private SortedMap<String, String> properties() {
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("run", run.where());
    run.environment().ifPresent(each -> properties.put("catena", each.catena()));
    run.tested().ifPresent(each -> properties.put("tested", TestedSummary.of(each)));
    return properties;
  }

  private void counts(List<TestCase> cases) throws XMLStreamException {
    attribute("tests", Integer.toString(cases.size()));
    attribute("failures", number(cases, State.FAILED));
    attribute("errors", number(cases, State.ERROR));
    attribute("time", seconds(cases.stream().mapToDouble(c -> c.seconds().orElse(0.0)).sum()));
  }

  private static String number(List<TestCase> cases, State state) {
    return Long.toString(cases.stream().filter(each -> each.state() == state).count());
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private void test(String suite, TestCase test) throws XMLStreamException {
    open(2, "testcase");
    attribute("name", test.name());
    attribute("classname", suite);
    attribute("time", seconds(test.seconds().orElse(0.0)));
    switch (test.state()) {
      case PASSED -> {
        if (!test.text().isEmpty()) {
          text("system-out", test);
        }
      }
      case FAILED -> trouble("failure", test);
      case ERROR -> trouble("error", test);
      case SKIPPED -> {
        indent(3);
        xml.writeEmptyElement("skipped");
        attribute("message", test.message());
      }
    }
    close(2);
  }

  private void trouble(String element, TestCase test) throws XMLStreamException {
    indent(3);
    xml.writeStartElement(element);
    attribute("message", test.message());
    attribute("type", element.equals("error") ? "UNKNOWN" : "FAIL");
    xml.writeCharacters(sound(String.join("\n", test.text())));
    xml.writeEndElement();
  }

  private void text(String element, TestCase test) throws XMLStreamException {
    indent(3);
    xml.writeStartElement(element);
    xml.writeCharacters(sound(String.join("\n", test.text())));
    xml.writeEndElement();
  }

  private void open(int depth, String element) throws XMLStreamException {
    if (depth > 0) {
      indent(depth);
    } else {
      xml.writeCharacters("\n");
    }
    xml.writeStartElement(element);
  }

  private void close(int depth) throws XMLStreamException {
    indent(depth);
    xml.writeEndElement();
  }

  private void indent(int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, sound(value));
  }

  /** Without what XML cannot hold, which a value in the table may. */
  private static String sound(String text) {
    StringBuilder sound = new StringBuilder(text.length());
    text.codePoints().map(c -> isSound(c) ? c : 0xFFFD).forEach(sound::appendCodePoint);
    return sound.toString();
  }

  private static boolean isSound(int c) {
    return c == '\t'
        || c == '\n'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
