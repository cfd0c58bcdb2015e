// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.records.ledger.Ledger;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import catena.verify.job.OfflineClone;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.junit.jupiter.api.Test;

/** A pass says that something was compared, and a failure is never lost. */
class NoEmptyPassIT extends VerifiedTables {
  private Verdict written(RunDirectory run) throws Exception {
    return VerdictFile.readFrom(run).orElseThrow().verdict();
  }

  private void describe(Written what, String table) throws Exception {
    String id = connection.client().tableOperations().tableIdMap().get(table);
    new GraphFile(table, id, connection.instanceId(), what.table().graph.spec())
        .writeTo(what.run());
  }

  @Test
  void aTableOfWhichNothingWasAcknowledgedIsADoubt() throws Exception {
    try (Written what = made(0);
        Ledger ledger = what.table().ledger(what.run(), 0)) {
      PartOutcome headerOnly = verify(what);
      ledger.intend(Position.ORIGIN, new Position(0, 1, 0), FLUSH, 0, 1);
      PartOutcome begun = verify(what);

      for (PartOutcome outcome : List.of(headerOnly, begun)) {
        assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(outcome.reasons()).singleElement().asString().startsWith("Nothing was promised");
      }
      assertThat(written(what.run())).isEqualTo(Verdict.UNKNOWN);
    }
  }

  @Test
  void rowsWithoutAnyNodeAreADoubt() throws Exception {
    try (Written what = written(0)) {
      PartOutcome outcome = verify(what, "verify.rows", "5:6");

      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons())
          .hasSize(2)
          .anyMatch(reason -> reason.startsWith("Nothing of what was promised lies in the rows"))
          .anyMatch(reason -> reason.startsWith("Only the rows"));
      PartOutcome part = verify(what, "verify.rows", ":4000000000000000000");
      assertThat(part.verdict()).as(part.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(part.reasons()).singleElement().asString().startsWith("Only the rows");
      PartOutcome references =
          verify(
              what, List.of(), "verify.mode", "references", "verify.rows", ":4000000000000000000");
      assertThat(references.verdict()).isEqualTo(Verdict.PASS);
      assertThat(references.reasons()).singleElement().asString().startsWith("Only the rows");
    }
  }

  @Test
  void aRunIsComparedWithTheTableThatItWroteAndWithNoOther() throws Exception {
    try (Written what = written(0);
        Written other = made(0)) {
      describe(what, what.table().name);
      List<RunDirectory> runs = List.of(what.run());

      PartOutcome named = verify(what.run(), runs, Optional.empty(), Map.of());
      assertThat(named.verdict()).as(named.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThatThrownBy(() -> verify(other, runs))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("wrote into table " + what.table().name)
          .hasMessageContaining("is not the table " + other.table().name);
      String graphless = what.table().name + "_graphless";
      connection.client().tableOperations().create(graphless);
      for (String mode : List.of("auto", "references")) {
        Map<String, String> asked = Map.of("table.name", graphless, "verify.mode", mode);
        assertThatThrownBy(() -> verify(what.run(), runs, Optional.empty(), asked))
            .as(mode)
            .isInstanceOf(UsageException.class)
            .hasMessageContaining("wrote into table " + what.table().name);
      }
      assertThat(written(what.run())).as("the verdict from before").isEqualTo(Verdict.PASS);
      removeGraph(what.table().name, what.table().graph.spec());
      assertThatThrownBy(() -> verify(what)).hasMessageContaining("has no graph any more");
    }
  }

  private void removeGraph(String table, GraphSpec spec) throws Exception {
    for (String property : TableGraph.asProperties(spec).keySet()) {
      connection.client().tableOperations().removeProperty(table, property);
    }
    connection
        .client()
        .tableOperations()
        .modifyProperties(
            table, all -> all.keySet().removeIf(key -> key.startsWith(TableGraph.PREFIX)));
  }

  @Test
  void ledgersOfATableWithoutAGraphAreRefused() throws Exception {
    try (Written what = written(0)) {
      removeGraph(what.table().name, what.table().graph.spec());

      assertThatThrownBy(() -> verify(what))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("has no graph that they could be compared with");
      assertThat(verify(what, List.of()).verdict()).isEqualTo(Verdict.PASS);
    }
  }

  @Test
  void theVerdictIsTrueFromTheBeginningAndARunsOwnVerdictIsItsOwn() throws Exception {
    try (Written what = written(0)) {
      assertThat(verify(what).verdict()).isEqualTo(Verdict.PASS);
      PendingVerdict pending = PendingVerdict.begin(what.run(), Clock.systemUTC(), "the run");
      Map<String, String> asked = Map.of("table.name", what.table().name);
      PartOutcome clean = verify(what.run(), List.of(what.run()), Optional.of(pending), asked);

      assertThat(clean.verdict()).isEqualTo(Verdict.PASS);
      assertThat(written(what.run())).isEqualTo(Verdict.UNKNOWN);
      what.table().remove(what.table().last(new Node(0, 1, 33)));
      PartOutcome failed = verify(what.run(), List.of(what.run()), Optional.of(pending), asked);
      assertThat(failed.findings()).isEqualTo(Map.of(FindingKind.LOST, 1L));
      VerdictFile file = VerdictFile.readFrom(what.run()).orElseThrow();
      assertThat(file.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(file.reasons()).contains("the run is not finished");
    }
  }

  @Test
  void aStopReplacesAnEarlierPass() throws Exception {
    try (Written what = written(0)) {
      assertThat(verify(what).verdict()).isEqualTo(Verdict.PASS);
      stop.ask("planted");

      assertThat(verify(what).verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(written(what.run())).isEqualTo(Verdict.UNKNOWN);
    }
  }

  @Test
  void whatWasFoundStaysFoundWhenItCannotBeWrittenDown() throws Exception {
    try (Written what = written(0)) {
      what.table().remove(what.table().last(new Node(0, 1, 33)));
      // A directory that is not empty, where the file of findings belongs.
      Path inTheWay = Path.of(what.run().findings().toUri());
      Files.createDirectories(inTheWay.resolve("something"));
      PartOutcome outcome = verify(what);

      assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.LOST, 1L));
      assertThat(outcome.reasons())
          .anyMatch(reason -> reason.contains("the findings are in .findings.jsonl.next-"));
      assertThat(written(what.run())).isEqualTo(Verdict.FAIL);
    }
  }

  @Test
  void aTableThatDoesNotReturnJustWhatWasWrittenIsRefused() throws Exception {
    try (Written what = written(0)) {
      connection
          .client()
          .tableOperations()
          .setProperty(what.table().name, "table.iterator.scan.vers.opt.maxVersions", "3");

      assertThatThrownBy(() -> verify(what))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("table.iterator.scan.vers.opt.maxVersions=3: set it to 1");
    }
  }

  @Test
  void referencesToWhatIsHiddenAreNoFault() throws Exception {
    try (Written what = written(0)) {
      PartOutcome hidden =
          verify(what, List.of(), "verify.mode", "references", "verify.auths", "A");

      assertThat(hidden.findings()).isEmpty();
      assertThat(hidden.verdict()).isEqualTo(Verdict.PASS);
      assertThat(hidden.tally().get("UNDEFINED"))
          .isPositive()
          .isEqualTo(hidden.tally().get("references: hidden by visibility"));
      assertThat(hidden.reasons()).singleElement().asString().contains("[B&C] are hidden");
      Node visible = visibleAndReferredTo(what);
      what.table().remove(what.table().last(visible));
      assertThat(
              verify(what, List.of(), "verify.mode", "references", "verify.auths", "A").findings())
          .isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    }
  }

  /** A node of no visibility that a node of none refers to. */
  private static Node visibleAndReferredTo(Written what) {
    for (int i = 0; i < FLUSH; i++) {
      if (what.table().graph.visibility(0, 1, i) == 0
          && what.table().graph.visibility(0, 2, i) == 0) {
        return new Node(0, 1, i);
      }
    }
    throw new AssertionError("none");
  }

  @Test
  void hiddenRowsOfATableWithoutAGraphAreReadWithAllAuthorizations() throws Exception {
    try (Written what = written(0)) {
      removeGraph(what.table().name, what.table().graph.spec());
      PartOutcome hidden = verify(what, List.of(), "verify.auths", "A");

      assertThat(hidden.findings()).isEmpty();
      assertThat(hidden.tally().get("references: hidden by visibility")).isPositive();
    }
  }

  @Test
  void aCloneThatCannotBeRemovedIsNamed() throws Exception {
    AccumuloClient closed =
        Connection.open(CLUSTER.clientProperties(), Duration.ofMinutes(1)).client();
    closed.close();
    OfflineClone clone = new OfflineClone(closed, "any");

    assertThat(clone.remove(Duration.ofSeconds(20)))
        .hasValueSatisfying(why -> assertThat(why).contains(clone.name()).contains("by hand"));
  }
}
