// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.local.LocalCluster;
import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.instance.ServerId;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerTotals;
import catena.records.server.Role;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.TabletId;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;

class VerifyIT extends VerifiedTables {
  @Test
  void aCleanTablePassesBothWays() throws Exception {
    try (Written what = written(0.4)) {
      PartOutcome outcome = verify(what, "verify.mode", "both");

      assertThat(outcome.verdict())
          .as(out.toString(StandardCharsets.UTF_8))
          .isEqualTo(Verdict.PASS);
      assertThat(findings(what)).isEmpty();
      Map<String, Long> tally = outcome.tally();
      assertThat(tally.get("exactly as promised"))
          .isPositive()
          .isEqualTo(tally.get("entries promised"))
          .isEqualTo(tally.get("entries"));
      assertThat(tally.get("bytes shuffled")).isLessThan(4 * 150);
      assertThat(tally.get("ranges looked at")).isEqualTo(3);
      assertThat(outcome.proof().compared())
          .hasSize(3)
          .anyMatch(
              sentence -> sentence.startsWith("Exactly: ") && sentence.contains(" of 2 writers"))
          .anyMatch(sentence -> sentence.startsWith("By the ledgers: "))
          .anyMatch(sentence -> sentence.startsWith("By references: "));
      assertThat(outcome.proof().ledgers()).contains(LedgerTotals.of(what.run()));
      for (String counter : List.of("REFERENCED", "UNREFERENCED", "UNDEFINED", "CORRUPT")) {
        assertThat(tally.get(counter)).as(counter).isEqualTo(tally.get(counter + " predicted"));
        assertThat(tally.get(counter)).as(counter).isEqualTo(tally.get(counter + " seen"));
      }
      VerdictFile file = VerdictFile.readFrom(what.run()).orElseThrow();
      assertThat(file.at()).isPresent();
      assertThat(file).isEqualTo(outcome.toFile().at(Instant.parse(file.at().orElseThrow())));
      assertThat(file.outdated(what.run())).isEmpty();
    }
  }

  /** Tasks must know of the graph what the driver knows, also what most graphs have not. */
  @Test
  void updatesAndLinksByALawAreJudgedByTheTasks() throws Exception {
    GraphSpec spec = spec(0).with("updates", "2:uniform").with("links", "power:0.9:by-row");
    try (Written what = written(spec)) {
      PartOutcome clean = verify(what, "verify.mode", "both");
      assertThat(clean.verdict()).isEqualTo(Verdict.PASS);
      assertThat(clean.tally().get("exactly as promised"))
          .isPositive()
          .isEqualTo(clean.tally().get("entries promised"))
          .isEqualTo(clean.tally().get("entries"));
      assertThat(clean.tally()).containsEntry("changed meanwhile", 0L);
      assertThat(clean.tally().get("bytes shuffled")).isLessThan(4 * 150);

      Node updated =
          window(0, 1, FLUSH).stream()
              .filter(node -> what.table().order.lastUpdate(node, END).isPresent())
              .findFirst()
              .orElseThrow();
      what.table().plant(what.table().last(updated)); // what it was before its updates
      assertThat(verify(what).findings()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    }
  }

  @Test
  void aTabletThatNoServerServesIsADoubtWithinTheLimit() throws Exception {
    LocalCluster servers = CLUSTER.control();
    try (Written what = written(0)) {
      assertThat(verify(what).verdict()).isEqualTo(Verdict.PASS);
      ServerId host = hostsOf(what.table().name).iterator().next();
      servers.pause(host);
      PartOutcome outcome;
      try {
        outcome = verify(what, "job.stall.limit", "2s");
      } finally {
        servers.resume(host);
        servers.start(host); // it has halted itself if all of this took longer than its session
      }
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      // What is asked first and in vain depends on whether that server hosts metadata, too.
      assertThat(outcome.reasons())
          .singleElement()
          .asString()
          .containsAnyOf("nothing was read for 2s (job.stall.limit)", "did not end within 2 s");
      servers.awaitHealthy(Duration.ofMinutes(4));
      assertThat(verify(what).verdict()).isEqualTo(Verdict.PASS);
    }
  }

  private Set<ServerId> hostsOf(String table) throws Exception {
    Locations located = connection.client().tableOperations().locate(table, List.of(new Range()));
    Set<ServerId> hosts = new HashSet<>();
    for (TabletId tablet : located.groupByTablet().keySet()) {
      String address = located.getTabletLocation(tablet);
      CLUSTER.control().list().stream()
          .filter(server -> server.id().role() == Role.TSERVER)
          .filter(server -> address.endsWith(":" + server.ports().get("client")))
          .forEach(server -> hosts.add(server.id()));
    }
    return hosts;
  }

  private static Map<FindingKind, Long> counted(Stream<FindingKind> kinds) {
    return kinds.collect(Collectors.groupingBy(kind -> kind, Collectors.counting()));
  }

  /** All at once, each at its own rows: each verification is a job. */
  @Test
  void eachFaultIsNamedByItsClassAndNoOther() throws Exception {
    try (Written what = written(0)) {
      List<Fault> faults = Faults.of(what.table().graph, 2, END);
      for (Fault fault : faults) {
        what.table().plant(fault);
      }
      PartOutcome exact = verify(what);
      assertNamed(what, exact, faults, Fault::whole);
      assertSeenByReferences(what, exact, faults);
      assertNamed(what, verify(what, "verify.auths", "A"), faults, Fault::narrow);
      for (Fault fault : faults) {
        what.table().heal(fault);
      }
      assertThat(verify(what).verdict()).isEqualTo(Verdict.PASS);
    }
  }

  private static void assertNamed(
      Written what,
      PartOutcome outcome,
      List<Fault> faults,
      Function<Fault, Map<String, FindingKind>> shown)
      throws Exception {
    Map<String, FindingKind> expected = new TreeMap<>();
    faults.forEach(fault -> expected.putAll(shown.apply(fault)));
    Map<String, FindingKind> found = new TreeMap<>();
    findings(what).forEach(finding -> found.put(finding.row(), finding.kind()));
    assertThat(found).isEqualTo(expected);
    assertThat(outcome.findings()).isEqualTo(counted(expected.values().stream()));
    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
  }

  /** Where a phantom stands, a row is defined for a check of references. */
  private void assertSeenByReferences(Written what, PartOutcome exact, List<Fault> faults)
      throws Exception {
    Map<String, Set<FindingKind>> expected = new TreeMap<>();
    for (Fault fault : faults) {
      fault
          .references()
          .forEach(
              (row, kinds) ->
                  expected
                      .computeIfAbsent(row, any -> EnumSet.noneOf(FindingKind.class))
                      .addAll(kinds));
    }
    faults.stream()
        .filter(fault -> fault.kind() == FindingKind.PHANTOM)
        .flatMap(fault -> fault.whole().keySet().stream())
        .filter(expected::containsKey)
        .forEach(row -> expected.get(row).remove(FindingKind.UNDEFINED));
    PartOutcome references = verify(what, "verify.mode", "references");
    expected.values().removeIf(Set::isEmpty);
    Map<String, Set<FindingKind>> found = new TreeMap<>();
    for (Finding finding : findings(what)) {
      found
          .computeIfAbsent(finding.row(), any -> EnumSet.noneOf(FindingKind.class))
          .add(finding.kind());
    }
    assertThat(found).isEqualTo(expected);
    assertThat(references.findings())
        .isEqualTo(counted(expected.values().stream().flatMap(Set::stream)));
    for (String counter : List.of("UNDEFINED", "REFERENCED")) {
      assertThat(exact.tally().get(counter + " seen"))
          .as(counter)
          .isEqualTo(references.tally().get(counter));
    }
  }

  @Test
  void aReferenceToNothingIsAnAlteredEntry() throws Exception {
    try (Written what = written(0)) {
      Node newest = new Node(0, 4 * DEPTH + 1, 3);
      what.table().plant(sealed(valueOf(what.table().last(newest), 65)));
      assertThat(verify(what).findings()).isEqualTo(Map.of(FindingKind.ALTERED, 1L));
      assertThat(verify(what, "verify.mode", "references").findings())
          .isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    }
  }

  @Test
  void undoneDeletesAreResurrectedAndReferencesModeSeesNothing() throws Exception {
    try (Written what = written(1)) {
      Node node = new Node(1, DEPTH, 5);
      what.table().plant(what.table().first(node));

      assertThat(verify(what).findings()).isEqualTo(Map.of(FindingKind.RESURRECTED, 1L));
      Finding finding = findings(what).get(0);
      assertThat(finding.row()).isEqualTo(what.table().row(node));
      assertThat(finding.origin()).isPresent();
      assertThat(finding.origin().get().acknowledgedMillis()).isPresent();
      assertThat(verify(what, "verify.mode", "references").findings()).isEmpty();
    }
  }

  @Test
  void aWholeWritersDataIsMissedAndReferencesModeSeesNothing() throws Exception {
    try (Written what = written(0)) {
      long nodes = 4L * DEPTH * FLUSH + 2 * FLUSH + 70;
      for (long window = 0; window < 4 * DEPTH + 3; window++) {
        int size = window == 4 * DEPTH + 2 ? 70 : FLUSH;
        what.table()
            .remove(window(1, window, size).stream().map(what.table()::last).toArray(Entry[]::new));
      }
      PartOutcome outcome = verify(what);

      assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.LOST, nodes));
      assertThat(findings(what)).hasSize((int) nodes);
      assertThat(out.toString(StandardCharsets.UTF_8)).contains("more findings are in the file");
      assertThat(outcome.reasons().get(0)).startsWith("%,d LOST; first in row ".formatted(nodes));
      PartOutcome references = verify(what, "verify.mode", "references");
      assertThat(references.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(references.findings()).isEmpty();
      assertThat(references.reasons())
          .singleElement()
          .asString()
          .startsWith("Acknowledged data was not compared");
    }
  }

  @Test
  void manyFaultsAtOnceAreAllNamed() throws Exception {
    try (Written what = written(0)) {
      ScratchTable table = what.table();
      Map<String, FindingKind> planted = new TreeMap<>();
      for (int i = 0; i < 20; i++) {
        Node lost = new Node(0, 1, i);
        table.remove(table.last(lost));
        planted.put(table.row(lost), FindingKind.LOST);
        Node stale = new Node(1, 0, i);
        table.plant(table.first(stale));
        planted.put(table.row(stale), FindingKind.STALE);
        Node altered = new Node(0, 3, i);
        table.plant(sealed(valueOf(table.last(altered), 40)));
        planted.put(table.row(altered), FindingKind.ALTERED);
        Node corrupt = new Node(1, 2, i);
        table.plant(valueOf(table.last(corrupt), 40));
        planted.put(table.row(corrupt), FindingKind.CORRUPT);
        Node phantom = new Node(0, 99, i);
        table.plant(sealed(valueOf(table.first(phantom), 40)));
        planted.put(table.row(phantom), FindingKind.PHANTOM);
      }
      verify(what);
      Map<String, FindingKind> found = new TreeMap<>();
      findings(what).forEach(finding -> found.put(finding.row(), finding.kind()));

      assertThat(found).isEqualTo(planted);
    }
  }

  @Test
  void offlineReadsACloneAndLeavesNoneBehind() throws Exception {
    try (Written what = written(0.4)) {
      PartOutcome clean = verify(what, "verify.offline", "true", "verify.mode", "both");
      assertThat(clean.verdict()).as(out.toString(StandardCharsets.UTF_8)).isEqualTo(Verdict.PASS);
      assertThat(clean.tally().get("exactly as promised"))
          .isEqualTo(clean.tally().get("entries promised"));
      assertThat(connection.client().tableOperations().list())
          .noneMatch(name -> name.startsWith(what.table().name + "_"));
    }
  }

  @Test
  void aJobThatFailsIsADoubtAndLeavesNoCloneBehind() throws Exception {
    try (Written what = written(0)) {
      Path conf = Files.createDirectory(directory.resolve("no-yarn"));
      Files.writeString(
          conf.resolve("yarn-site.xml"),
          """
          <configuration>
            <property><name>yarn.resourcemanager.address</name><value>127.0.0.1:1</value></property>
            <property><name>yarn.resourcemanager.connect.max-wait.ms</name><value>100</value></property>
            <property><name>yarn.resourcemanager.connect.retry-interval.ms</name><value>50</value></property>
            <property><name>ipc.client.connect.max.retries</name><value>0</value></property>
          </configuration>
          """);
      PartOutcome outcome =
          verify(what, "verify.offline", "true", "job.on", "yarn", "hadoop.conf", conf.toString());

      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).isNotEmpty();
      assertThat(connection.client().tableOperations().list())
          .noneMatch(name -> name.startsWith(what.table().name + "_"));
    }
  }

  @Test
  void aSampleReadsItsShareAndFindsItExactly() throws Exception {
    try (Written what = written(0)) {
      PartOutcome clean = verify(what, "verify.sample", "0.1");
      assertThat(clean.verdict()).isEqualTo(Verdict.PASS);
      assertThat(clean.tally().get("entries promised")).is(share(15));
      assertThat(clean.reasons()).anyMatch(reason -> reason.contains("sample"));
      for (Node node : window(0, 1, FLUSH)) {
        what.table().remove(what.table().last(node));
      }
      assertThat(verify(what, "verify.sample", "0.1").findings())
          .isEqualTo(Map.of(FindingKind.LOST, 15L));
    }
  }

  /** Entries in some strata: each complete window has one in each, the last window about half. */
  private static Condition<Long> share(int strata) {
    long full = 2L * strata * (4 * DEPTH + 2);
    return new Condition<>(
        n -> n >= full && n <= full + 2L * strata, "entries of %d strata", strata);
  }

  @Test
  void eachSetOfAuthorizationsIsASeparatePass() throws Exception {
    try (Written what = written(0)) {
      PartOutcome clean = verify(what, "verify.auths", "A|B,C", "verify.mode", "exact");
      assertThat(clean.verdict()).as(out.toString(StandardCharsets.UTF_8)).isEqualTo(Verdict.PASS);
      assertThat(clean.tally().get("hidden by visibility [A]")).isPositive();
      assertThat(clean.tally().get("entries [A]"))
          .isEqualTo(clean.tally().get("entries promised [A]"));
      assertThatThrownBy(() -> verify(what, "verify.auths", "A|Z"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("Z");
    }
  }

  @Test
  void whatIsNotPromisedOrNotSureIsADoubt() throws Exception {
    try (Written what = written(0)) {
      PartOutcome without = verify(what, List.of());
      assertThat(without.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(without.reasons()).singleElement().asString().contains("No ledger was given");
      assertThat(without.tally().get("without a ledger"))
          .isPositive()
          .isEqualTo(without.tally().get("entries"));
      Path ledger = Path.of(what.run().ledger(1).toUri());
      byte[] sound = Files.readAllBytes(ledger);
      byte[] damaged = sound.clone();
      damaged[sound.length / 2] ^= 1;
      Files.write(ledger, damaged);
      PartOutcome doubt = verify(what);
      assertThat(doubt.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(doubt.reasons()).singleElement().asString().contains("damaged");
      Files.delete(ledger);
      PartOutcome partial = verify(what);
      assertThat(partial.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(partial.reasons()).singleElement().asString().contains("without a ledger (1)");
      Files.write(ledger, sound);
    }
    try (Written one = written(0);
        Written other = written(0)) {
      assertThatThrownBy(() -> verify(one, List.of(other.run())))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("table id");
    }
  }

  @Test
  void aTableIsVerifiedWhileItIsWritten() throws Exception {
    try (Written what = written(0.4);
        Ledger ledger = what.table().ledger(what.run(), 2)) {
      AtomicBoolean enough = new AtomicBoolean();
      CompletableFuture<Position> writing =
          CompletableFuture.supplyAsync(
              () -> {
                Position at = Position.ORIGIN;
                try {
                  while (!enough.get()) {
                    at = what.table().window(ledger, 2, at, new Position(1_000_000, 0, 0));
                  }
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
                return at;
              });
      PartOutcome outcome;
      try {
        outcome = verify(what);
      } finally {
        enough.set(true);
      }
      assertThat(writing.join().block()).isPositive();
      assertThat(outcome.findings()).isEmpty();
      assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(outcome.tally().get("changed meanwhile")).isPositive();
      assertThat(verify(what).verdict()).isEqualTo(Verdict.PASS);
    }
  }
}
