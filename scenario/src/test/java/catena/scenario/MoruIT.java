// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.SharedCluster;
import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.TableCopy;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.ledger.Ledger;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a table by the command line, verified by the ledgers of the table. */
class MoruIT {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final int FLUSH = 150;
  private static final int DEPTH = 4;
  private static final Position END = new Position(4, 2, 70);

  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster("A", "B", "C");

  @TempDir private Path temporary;

  /** A table that two writers have written, with the run that has their ledgers. */
  private record Source(ScratchTable table, RunDirectory run, Path path) implements AutoCloseable {
    String copy() {
      return table.name + "_moru";
    }

    @Override
    public void close() throws java.io.IOException {
      table.close();
      run.close();
    }
  }

  private Source source(String name) throws Exception {
    GraphSpec spec = Faults.graph(FLUSH, DEPTH, 0.4, List.of("", "A", "B&C"));
    Path path = temporary.resolve("run");
    RunDirectory run = RunDirectory.at(path.toString());
    ScratchTable table = new ScratchTable(CLUSTER.connection(), name, spec, Map.of(), false);
    table.graphFile().writeTo(run);
    table.write(run, 0, END);
    table.write(run, 1, END);
    return new Source(table, run, path);
  }

  private CommandLine command(String name, Path run, String... settings) throws Exception {
    Path own = Files.createTempDirectory(temporary, name).resolve("own");
    List<String> words =
        new ArrayList<>(
            List.of(
                name,
                "-c",
                CLUSTER.clientProperties().toString(),
                "--run-dir",
                own.toString(),
                "--without", // what commands leave beside a verdict, RunIT looks at
                "report,tested,trace,stats",
                run.toString()));
    Stream.of(settings).forEach(setting -> words.addAll(List.of("-o", setting)));
    return CommandLine.run(words.toArray(String[]::new));
  }

  private CommandLine moru(Source what, String... settings) throws Exception {
    return command("moru", what.path, settings);
  }

  private CommandLine verifyCopy(Source what) throws Exception {
    return command("verify", what.path, "table.name=" + what.copy(), "verify.late.limit=0");
  }

  private static void copied(Source what, CommandLine line) throws Exception {
    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.out()).contains("entries read and written again");
    assertThat(TableCopy.load(CLUSTER.connection().client(), what.copy()).orElseThrow().complete())
        .isTrue();
  }

  private static List<String> content(String table) throws Exception {
    List<String> content = new ArrayList<>();
    try (Scanner scanner =
        CLUSTER.connection().client().createScanner(table, new Authorizations("A", "B", "C"))) {
      scanner.forEach((key, value) -> content.add(Entries.of(key, value).toString()));
    }
    return content;
  }

  private static void plant(String table, Entry entry) throws Exception {
    try (BatchWriter writer = CLUSTER.connection().client().createBatchWriter(table)) {
      writer.addMutation(Entries.put(entry));
    }
  }

  private static void remove(String table, Entry entry) throws Exception {
    try (BatchWriter writer = CLUSTER.connection().client().createBatchWriter(table)) {
      writer.addMutation(Entries.delete(entry));
    }
  }

  private static void passes(Source what, CommandLine line, int entries) {
    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.all())
        .containsPattern("Exactly: ([\\d,]+) of \\1 promised entries")
        .contains("Exactly: %,d of %,d promised".formatted(entries, entries))
        .contains("in table %s, the copy of %s".formatted(what.copy(), what.table.name));
  }

  @Test
  void aCopyIsExactlyWhatWasPromisedARepeatedOneTheSameAndWhatIsWrongHasItsNameAndNoOther()
      throws Exception {
    try (Source what = source("clean")) {
      List<String> before = content("clean");
      assertThat(before).isNotEmpty();
      copied(what, moru(what));
      assertThat(content(what.copy())).isEqualTo(before);
      assertThat(CLUSTER.connection().client().tableOperations().listSplits(what.copy()))
          .isEqualTo(CLUSTER.connection().client().tableOperations().listSplits("clean"));
      passes(what, verifyCopy(what), before.size());

      copied(what, moru(what)); // each of its tasks writes what it wrote before
      assertThat(content(what.copy())).isEqualTo(before);
      passes(what, verifyCopy(what), before.size());
      assertThat(command("verify", what.path).status()).isZero();

      whatIsWrongWithTheCopyIsFound(what);
      assertThat(command("verify", what.path).status()).isZero(); // of the table itself
    }
  }

  private Node of(Source what, boolean deleted) {
    return IntStream.range(0, FLUSH)
        .boxed()
        .flatMap(i -> IntStream.range(0, 4).mapToObj(b -> new Node(0, (long) b * DEPTH + 1, i)))
        .filter(node -> what.table.graph.isDeleted(0, node.window() / DEPTH) == deleted)
        .findFirst()
        .orElseThrow();
  }

  private void found(Source what, FindingKind kind) throws Exception {
    CommandLine line = verifyCopy(what);
    assertThat(line.status()).as(line.all()).isEqualTo(Verdict.FAIL.exitStatus());
    assertThat(line.all()).contains("1 " + kind);
    for (FindingKind other : FindingKind.values()) {
      if (other != kind) {
        assertThat(line.all()).doesNotContainPattern("\\d " + other + "\\b");
      }
    }
  }

  private void whatIsWrongWithTheCopyIsFound(Source what) throws Exception {
    Entry right = what.table.last(of(what, false));
    remove(what.copy(), right);
    found(what, FindingKind.LOST);
    plant(what.copy(), NodeCodec.withChecksum(Faults.withByte(right, 40)));
    found(what, FindingKind.ALTERED);
    plant(what.copy(), right);
    plant(what.copy(), what.table.first(of(what, true)));
    found(what, FindingKind.RESURRECTED);
  }

  @Test
  void whatTheTableShowsWrongIsFoundWhileItIsCopied() throws Exception {
    try (Source what = source("judged")) {
      Entry right = what.table.last(of(what, false));
      what.table.plant(NodeCodec.withChecksum(Faults.withByte(right, 40)));
      Entry deleted = what.table.first(of(what, true));
      what.table.plant(deleted);
      CommandLine line = moru(what);
      assertThat(line.status()).as(line.all()).isEqualTo(Verdict.FAIL.exitStatus());
      assertThat(line.all()).contains("moru: 1 RESURRECTED, 1 ALTERED; first in row ");
      what.table.plant(right);
      what.table.remove(deleted);
      remove(what.copy(), deleted); // as a copy that is repeated would leave it
      copied(what, moru(what));
      assertThat(verifyCopy(what).status()).isZero();
    }
  }

  private static void refused(CommandLine line, String why) {
    assertThat(line.status()).as(line.all()).isEqualTo(Verdict.USAGE);
    assertThat(line.all()).contains(why);
  }

  @Test
  void whatHoldsSomethingElseIsNotWrittenIntoAndWhatWasWrittenSinceIsNotOwedByTheCopy()
      throws Exception {
    try (Source what = source("refused");
        RunDirectory more = RunDirectory.at(temporary.resolve("more").toString())) {
      CLUSTER.connection().client().tableOperations().create("others");
      refused(moru(what, "moru.table=others"), "holds something else than a copy of table refused");
      refused(moru(what, "moru.table=refused"), "a copy needs another table");
      assertThat(content("others")).isEmpty();

      copied(what, moru(what));
      String[] ofCopy = {"table.name=" + what.copy(), "ingest.entries=100"};
      Path own = temporary.resolve("ingested");
      List<String> ingest =
          new ArrayList<>(
              List.of(
                  "ingest", "-c", CLUSTER.clientProperties().toString(), "--run-dir", "" + own));
      Stream.of(ofCopy).forEach(setting -> ingest.addAll(List.of("-o", setting)));
      refused(CommandLine.run(ingest.toArray(String[]::new)), "is a copy of table refused");
      refused(
          moru(what, "table.name=" + what.copy()),
          "refused_moru is itself a copy, of table refused");
      whatWasWrittenSinceIsNotOwedAndNotMixedWithIt(what, more);

      TableCopy.load(CLUSTER.connection().client(), what.copy())
          .orElseThrow()
          .complete(false)
          .store(CLUSTER.connection().client(), what.copy());
      refused(verifyCopy(what), "was not completed");
      assertThat(TableCopy.load(CLUSTER.connection().client(), "others")).isEmpty();
    }
  }

  private void whatWasWrittenSinceIsNotOwedAndNotMixedWithIt(Source what, RunDirectory more)
      throws Exception {
    what.table.graphFile().writeTo(more);
    try (Ledger ledger = what.table.ledger(more, 2)) {
      Position unused = what.table.window(ledger, 2, Position.ORIGIN, END);
    }
    passes(what, verifyCopy(what), content(what.copy()).size());
    String both = temporary.resolve("more").toString();
    refused(
        command(
            "verify",
            what.path,
            "read.runs=" + both,
            "table.name=" + what.copy(),
            "verify.late.limit=0"),
        "by other ledgers, or these have grown since");
    refused(moru(what, "read.runs=" + both), "as other ledgers had it, or as these had it before");
  }

  @Test
  void aTableThatIsWrittenMeanwhileIsCopiedInDoubt() throws Exception {
    Path run = temporary.resolve("beside");
    String properties = CLUSTER.clientProperties().toString();
    CommandLine made =
        CommandLine.run(
            "createtable",
            "-c",
            properties,
            "--run-dir",
            temporary.resolve("made").toString(),
            "-o",
            "table.name=beside",
            "-o",
            "graph.flush.interval=100");
    assertThat(made.status()).as(made.all()).isZero();
    StopSignal copied = new StopSignal();
    CompletableFuture<CommandLine> ingest =
        CompletableFuture.supplyAsync(
            () ->
                CommandLine.run(
                    copied,
                    "ingest",
                    "-c",
                    properties,
                    "--run-dir",
                    run.toString(),
                    "-o",
                    "table.name=beside",
                    "-o",
                    "ingest.rate=2000"));
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!Files.exists(run.resolve("ledger/writer-00000.ledger"))) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    CommandLine line = command("moru", run);
    assertThat(ingest).as("too late: ingest is over").isNotDone();
    copied.ask("the copy is made");
    assertThat(line.status()).as(line.all()).isEqualTo(Verdict.UNKNOWN.exitStatus());
    assertThat(line.all()).contains("Table beside was written to while it was copied, by 1 writer");
    assertThat(ingest.get().status()).isZero();
    refused(
        command("verify", run, "table.name=beside_moru"),
        "beside_moru is a copy of table beside that was not completed");
    refused(command("moru", run), "delete it, or name another with moru.table");
  }
}
