// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestCase;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The report of tests as others read it: Maven's own parser, and XML. */
class JunitFileTest {
  private static final long AT = RunFiles.BEGIN;

  @TempDir private Path directory;
  private RunFiles files;

  @BeforeEach
  void write() {
    files =
        new RunFiles(directory)
            .events(
                "run",
                new Event.RunStarted(AT, "run", "quick"),
                new Event.PhaseStarted(AT, "run", "ingest"),
                new Event.PartEnded(AT + 5_000, "run", "ingest", Verdict.PASS, List.of()),
                new Event.PhaseEnded(AT + 5_000, "run", "ingest", "done"));
  }

  private void verdict(Verdict verdict, List<String> reasons, List<String> compared)
      throws Exception {
    try (RunDirectory run = files.open()) {
      VerdictFile.of(verdict, reasons, Map.of(), Map.of())
          .withProof(new Proof(compared, Optional.empty()))
          .at(Instant.ofEpochMilli(AT))
          .writeTo(run);
    }
  }

  /** The file, which Jenkins' xUnit plugin does not refuse: the schema is that of its sources. */
  private String xml() throws Exception {
    String unused = files.report();
    Path file = directory.resolve("junit.xml");
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(JunitFileTest.class.getResource("junit-10.xsd"))
        .newValidator()
        .validate(new StreamSource(file.toFile()));
    return Files.readString(file);
  }

  private Map<String, ReportTestCase> cases() throws Exception {
    byte[] bytes = xml().getBytes(StandardCharsets.UTF_8);
    List<ReportTestSuite> suites =
        new TestSuiteXmlParser(new NullConsoleLogger())
            .parse(new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8));
    return suites.stream()
        .flatMap(suite -> suite.getTestCases().stream())
        .collect(
            Collectors.toMap(
                ReportTestCase::getName, Function.identity(), (a, b) -> b, TreeMap::new));
  }

  private static boolean passed(ReportTestCase test) {
    return !test.hasFailure() && !test.hasError() && !test.hasSkipped();
  }

  @Test
  void aPassHasNoFailureAndACaseForEachKindOfFinding() throws Exception {
    verdict(Verdict.PASS, List.of(), List.of("10 of 10 promised entries, exactly"));
    Map<String, ReportTestCase> cases = cases();
    assertThat(cases).containsKeys("verdict", "ingest");
    for (FindingKind kind : FindingKind.values()) {
      assertThat(cases).containsKey(kind.name());
    }
    assertThat(cases.values()).allMatch(JunitFileTest::passed);
    assertThat(cases.get("ingest").getTime()).isEqualTo(5.0f);
    assertThat(xml()).contains("10 of 10 promised entries, exactly");
  }

  @Test
  void eachPartHasTheTimeOfItsOwnPhase() throws Exception {
    files.events(
        "run-2",
        new Event.PhaseStarted(AT + 6_000, "run-2", "ingest+walk"),
        new Event.PartEnded(AT + 15_999, "run-2", "ingest-2", Verdict.PASS, List.of()),
        new Event.PartEnded(AT + 15_999, "run-2", "walk", Verdict.PASS, List.of()),
        new Event.PhaseEnded(AT + 16_000, "run-2", "ingest+walk", "done"),
        new Event.PartEnded(AT + 17_000, "run-2", "walk-2", Verdict.PASS, List.of()));
    verdict(Verdict.PASS, List.of(), List.of());
    Map<String, ReportTestCase> cases = cases();
    assertThat(cases.get("ingest").getTime()).isEqualTo(5.0f);
    assertThat(cases.get("ingest-2").getTime()).isEqualTo(10.0f);
    assertThat(cases.get("walk").getTime()).isEqualTo(10.0f);
    assertThat(cases.get("walk-2").getTime()).as("in no phase").isZero();
  }

  @Test
  void whatWasFoundIsAFailureWithItsRows() throws Exception {
    Finding lost = Finding.of(FindingKind.LOST, "00ff", AT).withSeen("\u0001<&>");
    files.events("verify", new Event.FindingSeen(AT + 6_000, "verify", lost));
    verdict(Verdict.FAIL, List.of("found: 1 LOST"), List.of("9 of 10"));
    Map<String, ReportTestCase> cases = cases();
    assertThat(cases.get("LOST").getFailureMessage())
        .isEqualTo("1 LOST: acknowledged, not deleted, absent");
    assertThat(cases.get("LOST").getFailureDetail()).contains("LOST 00ff").contains("\ufffd<&>");
    assertThat(cases.get("verdict").hasSkipped()).isTrue();
    assertThat(xml()).contains("FAIL: found: 1 LOST; counted as failures by kind");
    assertThat(cases.values().stream().filter(ReportTestCase::hasFailure))
        .as("one loss is one failure")
        .hasSize(1);
    assertThat(passed(cases.get("PHANTOM"))).isTrue();
  }

  /** With eventual consistency the run passes, and so does this; beside a FAIL it is one. */
  @Test
  void whatIsLateFailsWhereTheRunDoes() throws Exception {
    Finding late = Finding.of(FindingKind.LATE, "00ff", AT);
    files.events("walk", new Event.FindingSeen(AT + 6_000, "walk", late));
    verdict(Verdict.PASS, List.of(), List.of("10 of 10"));
    assertThat(passed(cases().get("LATE"))).isTrue();
    assertThat(xml()).contains("1 LATE: ");
    verdict(Verdict.FAIL, List.of("found: 1 LATE"), List.of("9 of 10"));
    assertThat(cases().get("LATE").hasFailure()).isTrue();
  }

  /** While it runs, only a FAIL is in its verdict already. */
  @Test
  void whatIsLateIsNoFailureYetWhereTheRunGoesOn() throws Exception {
    Finding late = Finding.of(FindingKind.LATE, "00ff", AT);
    files.events("walk", new Event.FindingSeen(AT + 6_000, "walk", late));
    try (RunDirectory run = files.open()) {
      PendingVerdict pending = PendingVerdict.begin(run, Clock.systemUTC(), "the run");
      assertThat(passed(cases().get("LATE"))).isTrue();
      pending.found();
      assertThat(cases().get("LATE").hasFailure()).isTrue();
    }
  }

  /** Where no finding is known any more, the verdict is what fails. */
  @Test
  void aFailWithoutFindingsIsASeparateFailure() throws Exception {
    verdict(Verdict.FAIL, List.of("the table is wrong"), List.of());
    assertThat(cases().get("verdict").getFailureMessage()).isEqualTo("the table is wrong");
  }

  @Test
  void aDoubtIsAnErrorAndWhatWasNotComparedIsNoPass() throws Exception {
    files.events(
        "verify",
        new Event.PartEnded(
            AT + 9_000, "verify", "verify", Verdict.UNKNOWN, List.of("a ledger is damaged")));
    verdict(Verdict.UNKNOWN, List.of("a ledger is damaged"), List.of());
    Map<String, ReportTestCase> cases = cases();
    assertThat(cases.get("verdict").hasError()).isTrue();
    assertThat(cases.get("verdict").getFailureMessage()).isEqualTo("a ledger is damaged");
    assertThat(cases.get("verify").hasError()).isTrue();
    assertThat(cases.get("LOST").hasSkipped()).isTrue();
  }

  @Test
  void allReasonsAreThereInTheirOrder() throws Exception {
    List<String> reasons = List.of("a ledger is damaged", "rows were not scanned", "no host");
    files.events(
        "verify", new Event.PartEnded(AT + 9_000, "verify", "verify", Verdict.UNKNOWN, reasons));
    verdict(Verdict.UNKNOWN, reasons, List.of());
    Map<String, ReportTestCase> cases = cases();
    for (String name : List.of("verdict", "verify")) {
      assertThat(cases.get(name).getFailureMessage()).isEqualTo(String.join("; ", reasons));
      assertThat(cases.get(name).getFailureDetail()).containsSubsequence(reasons);
    }
  }

  @Test
  void aRunWithoutAVerdictIsAnError() throws Exception {
    ReportTestCase verdict = cases().get("verdict");
    assertThat(verdict.hasError()).isTrue();
    assertThat(verdict.getFailureMessage()).isEqualTo("The run was broken off before its verdict");
  }

  @Test
  void whoAsksForTheReportGetsItAnewAndOfSeveralRunsThereIsNone() throws Exception {
    verdict(Verdict.PASS, List.of(), List.of("all"));
    try (RunDirectory run = files.open()) {
      Reports reports =
          new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE);
      reports.write(List.of(run), run);
      assertThat(Files.deleteIfExists(directory.resolve("junit.xml"))).isTrue();
      reports.write(List.of(run, run), run);
      assertThat(directory.resolve("junit.xml")).doesNotExist();
    }
  }

  @Test
  void everyFaultIsProvenHealedAndRecoveredOrAnError() throws Exception {
    files.events(
        "agitate",
        new Event.FaultStarted(
            AT + 1, "agitate", 1, "kill", List.of("tserver-1@h:1"), AT, List.of()),
        new Event.FaultProven(AT + 2, "agitate", 1, "its lock is gone"),
        new Event.FaultHealed(AT + 3, "agitate", 1, "started"),
        new Event.FaultRecovered(AT + 4, "agitate", 1, new TreeMap<>()),
        new Event.FaultStarted(
            AT + 5, "agitate", 2, "pause", List.of("tserver-2@h:2"), AT, List.of()),
        new Event.FaultDoubted(AT + 6, "agitate", 2, "prove", "it answered"));
    verdict(Verdict.UNKNOWN, List.of("fault 2 was not proven"), List.of("all"));
    Map<String, ReportTestCase> cases = cases();
    for (String step : List.of("proven", "healed", "recovered")) {
      assertThat(passed(cases.get("fault 1 kill " + step))).as(step).isTrue();
      assertThat(cases.get("fault 2 pause " + step).hasError()).as(step).isTrue();
    }
    assertThat(cases.get("fault 2 pause proven").getFailureMessage()).contains("it answered");
  }

  /** Each part counts its faults from 1: as cases and as places in the page they are two. */
  @Test
  void faultsOfTwoPartsWithOneNumberAreTwo() throws Exception {
    for (String part : List.of("agitate", "agitate-2")) {
      long at = part.length();
      files.events(
          part,
          new Event.FaultStarted(
              AT + at, part, 1, "kill", List.of("tserver-1@h:1"), AT + at, List.of()),
          new Event.FaultProven(AT + 20 + at, part, 1, "its lock is gone"));
    }
    verdict(Verdict.UNKNOWN, List.of("not healed"), List.of("all"));
    Map<String, ReportTestCase> cases = cases();
    for (String number : List.of("1", "1_2")) {
      assertThat(passed(cases.get("fault " + number + " kill proven"))).as(number).isTrue();
      String page = Files.readString(directory.resolve("report.html"));
      assertThat(page).containsOnlyOnce("id=\"fault-" + number + "\"");
      assertThat(page).contains("href=\"#fault-" + number + "\"");
    }
  }

  @Test
  void aMissedBudgetFailsAloneSinceTheDataIsRight() throws Exception {
    verdict(Verdict.BUDGET, List.of("ingest was slower than 100 k/s"), List.of("all"));
    Map<String, ReportTestCase> cases = cases();
    assertThat(cases.get("budgets").getFailureMessage()).contains("slower than 100 k/s");
    assertThat(passed(cases.get("verdict"))).isTrue();
    verdict(Verdict.PASS, List.of(), List.of("all"));
    assertThat(cases()).doesNotContainKey("budgets");
  }

  @Test
  void theCountsOfEachSuiteAreThoseOfItsCases() throws Exception {
    files.events(
        "agitate",
        new Event.FaultStarted(
            AT + 5, "agitate", 2, "pause", List.of("tserver-2@h:2"), AT, List.of()));
    verdict(Verdict.FAIL, List.of("found: 1 LOST"), List.of());
    Document xml =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml().getBytes(StandardCharsets.UTF_8)));
    NodeList suites = xml.getElementsByTagName("testsuite");
    assertThat(suites.getLength()).isEqualTo(4);
    counted(xml.getDocumentElement(), List.of("tests", "failures", "errors"));
    for (int i = 0; i < suites.getLength(); i++) {
      Element suite = (Element) suites.item(i);
      counted(suite, List.of("tests", "failures", "errors", "skipped"));
      assertThat(suite.getAttribute("timestamp"))
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
      assertThat(suite.getAttribute("hostname")).isNotEmpty();
      NodeList cases = suite.getElementsByTagName("testcase");
      for (int j = 0; j < cases.getLength(); j++) {
        Element test = (Element) cases.item(j);
        assertThat(test.getAttribute("classname")).isEqualTo(suite.getAttribute("name"));
        assertThat(test.getAttribute("time")).matches("\\d+\\.\\d{3}");
      }
    }
  }

  private static void counted(Element suite, List<String> attributes) {
    Map<String, String> elements =
        Map.of("tests", "testcase", "failures", "failure", "errors", "error", "skipped", "skipped");
    for (String attribute : attributes) {
      int counted = suite.getElementsByTagName(elements.get(attribute)).getLength();
      assertThat(suite.getAttribute(attribute)).as(attribute).isEqualTo(counted + "");
    }
  }
}
