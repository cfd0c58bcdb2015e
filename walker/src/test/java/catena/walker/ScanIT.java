// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.SharedCluster;
import catena.graph.Node;
import catena.graph.judge.FindingKind;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ScanIT {
  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster("A", "B", "C");

  @TempDir static Path directory;

  private static ReaderRig written(double deletes) throws Exception {
    return ReaderRig.written(CLUSTER.connection(), directory, deletes);
  }

  @Test
  void aCleanTableIsSilentWhateverTheAuthorizations() throws Exception {
    try (ReaderRig rig = written(0.4)) {
      PartOutcome whole = rig.scan();
      assertThat(whole.verdict()).as(whole.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(whole.tally().get("scan: entries"))
          .isPositive()
          .isEqualTo(whole.tally().get("scan: exactly as promised"));
      PartOutcome parts =
          rig.scan(
              "scan.count",
              "50",
              "scan.entries",
              "100",
              "scan.clients",
              "2",
              "read.auths",
              "A|B,C");
      assertThat(parts.verdict()).as(parts.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(parts.findings()).isEmpty();
      assertThat(parts.tally().get("scan: hidden by visibility")).isPositive();
      assertThat(parts.tally().get("scan: entries")).isBetween(50L * 100, 100L * 400);
    }
  }

  /** All at once, each at its own rows: each scan reads the whole table. */
  @Test
  void eachFaultIsNamedByItsClassAndNoOther() throws Exception {
    try (ReaderRig rig = written(0)) {
      List<Fault> faults = rig.faults();
      for (Fault fault : faults) {
        rig.table.plant(fault);
      }
      assertNamed(rig, "", faults, Fault::whole);
      assertNamed(rig, Faults.narrow(rig.table.graph.spec()), faults, Fault::narrow);
      for (Fault fault : faults) {
        rig.table.heal(fault);
      }
      assertThat(rig.scan().verdict()).isEqualTo(Verdict.PASS);
    }
    try (ReaderRig rig = written(1)) {
      Fault fault = rig.faults().get(0);
      rig.table.plant(fault);
      assertThat(rig.scan().findings()).isEqualTo(ReaderRig.one(FindingKind.RESURRECTED));
    }
  }

  private static void assertNamed(
      ReaderRig rig,
      String auths,
      List<Fault> faults,
      Function<Fault, Map<String, FindingKind>> shown)
      throws Exception {
    Map<String, FindingKind> expected = new TreeMap<>();
    faults.forEach(fault -> expected.putAll(shown.apply(fault)));
    PartOutcome outcome = rig.scan("read.auths", auths);
    assertThat(rig.found()).as(auths).isEqualTo(expected);
    assertThat(outcome.findings())
        .as(auths)
        .isEqualTo(
            expected.values().stream()
                .collect(Collectors.groupingBy(kind -> kind, Collectors.counting())));
    assertThat(outcome.verdict()).as(auths).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aWindowThatComesBackWithinTheLimitIsLate() throws Exception {
    try (ReaderRig rig = written(0)) {
      for (int i = 0; i < ReaderRig.FLUSH; i++) {
        rig.table.remove(rig.table.last(new Node(0, 1, i)));
      }
      CompletableFuture<PartOutcome> scanning =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return rig.scan("read.reread.limit", "5m");
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      rig.awaitClients();
      for (int i = 0; i < ReaderRig.FLUSH; i++) {
        rig.table.plant(rig.table.last(new Node(0, 1, i)));
      }
      assertThat(scanning.join().findings())
          .isEqualTo(Map.of(FindingKind.LATE, (long) ReaderRig.FLUSH));
    }
  }

  @Test
  void findingsArePrintedUpToALimitAndEachRowCountsOnce() throws Exception {
    try (ReaderRig rig = written(0)) {
      for (int i = 0; i < ReaderRig.FLUSH; i++) {
        rig.table.remove(rig.table.last(new Node(0, 1, i)));
      }
      PartOutcome outcome = rig.scan("scan.count", "3", "finding.printed", "5");
      assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.LOST, (long) ReaderRig.FLUSH));
      assertThat(rig.printed().lines().filter(line -> line.contains("LOST"))).hasSize(5);
      assertThat(rig.printed()).contains("more findings are in the journal");
    }
  }

  @Test
  void thoseWhoMaySeeNothingDoWellToSeeNothingAndProveNothing() throws Exception {
    try (ReaderRig rig = new ReaderRig(CLUSTER.connection(), directory, 0, List.of("A", "B&C"))) {
      rig.table.write(rig.run, 0, ReaderRig.END);
      for (PartOutcome blind :
          List.of(rig.scan("read.auths", "B|C"), rig.walk("read.auths", "B|C"))) {
        assertThat(blind.verdict()).as(blind.reasons().toString()).isEqualTo(Verdict.UNKNOWN);
        assertThat(blind.findings()).isEmpty();
        assertThat(blind.reasons()).singleElement().asString().contains("rows hidden from");
      }
    }
  }
}
