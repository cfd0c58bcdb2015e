// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import catena.cluster.SharedCluster;
import catena.cluster.local.LocalCluster;
import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companions;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.engine.ActivityCommand;
import catena.harness.instance.ServerId;
import catena.read.plant.Fault;
import catena.read.reader.ReadTarget;
import catena.records.fixture.LatencySums;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.ledger.Ledger;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.admin.CloneConfiguration;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.iterators.IteratorUtil.IteratorScope;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class WalkIT {
  private static final StopSignal NEVER = new StopSignal();

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster("A", "B", "C").withScanServer();

  @TempDir static Path directory;

  private static ReaderRig written(double deletes) throws Exception {
    return ReaderRig.written(CLUSTER.connection(), directory, deletes);
  }

  @Test
  void aCleanTableIsSilent() throws Exception {
    try (ReaderRig rig = written(0.4)) {
      PartOutcome outcome =
          rig.walk("walk.clients", "3", "read.auths", "A|B,C|A,B,C", "walk.length", "20");

      assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(outcome.findings()).isEmpty();
      assertThat(outcome.tally()).containsEntry("walk: lookups", 600L);
      assertThat(outcome.tally().get("walk: exactly as promised")).isPositive();
      assertThat(rig.run.latencies()).hasSize(1);
    }
  }

  @Test
  void eachFaultIsNamedByItsClassAndNoOther() throws Exception {
    try (ReaderRig rig = written(0)) {
      for (Fault fault : rig.faults()) {
        rig.table.plant(fault);
        String row = Collections.min(fault.whole().keySet());
        PartOutcome outcome = rig.walkAt(row, "read.auths", rig.auths(fault));
        assertThat(outcome.findings()).as(fault.name()).isEqualTo(ReaderRig.one(fault.kind()));
        assertThat(outcome.verdict()).as(fault.name()).isEqualTo(Verdict.FAIL);
        assertThat(rig.found()).as(fault.name()).isEqualTo(Map.of(row, fault.kind()));
        assertThat(rig.printed()).contains(fault.kind() + " " + row);
        rig.table.heal(fault);
        PartOutcome healed = rig.walkAt(row);
        assertThat(healed.findings()).as(fault.name()).isEmpty();
        boolean compared = healed.tally().containsKey("walk: exactly as promised");
        assertThat(healed.verdict())
            .as(fault.name() + healed.reasons())
            .isEqualTo(compared ? Verdict.PASS : Verdict.UNKNOWN);
      }
    }
    try (ReaderRig rig = written(1)) {
      Fault fault = rig.faults().get(0);
      rig.table.plant(fault);
      assertThat(rig.walkAt(Collections.min(fault.whole().keySet())).findings())
          .isEqualTo(ReaderRig.one(FindingKind.RESURRECTED));
    }
  }

  @Test
  void aRowThatComesBackWithinTheLimitIsLate() throws Exception {
    try (ReaderRig rig = written(0)) {
      Node node = new Node(0, 1, 33);
      rig.table.remove(rig.table.last(node));
      boolean unusedBefore = rig.run.fileSystem().delete(rig.run.events("read"), false);
      CompletableFuture<PartOutcome> walking =
          CompletableFuture.supplyAsync(
              () -> outcomeOf(() -> rig.walkAt(rig.table.row(node), "read.reread.limit", "5m")));
      rig.awaitClients();
      rig.table.plant(rig.table.last(node));

      PartOutcome outcome = walking.join();
      assertThat(outcome.findings()).isEqualTo(ReaderRig.one(FindingKind.LATE));
      assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
      Finding finding = rig.findings().get(0);
      assertThat(finding.detail()).containsEntry("at.first", "LOST");
      assertThat(finding.detail()).containsKey("appeared.within.ms");
      assertThat(finding.origin().orElseThrow().acknowledgedMillis()).isPresent();
    }
  }

  @FunctionalInterface
  private interface Phase {
    PartOutcome run() throws Exception;
  }

  private static PartOutcome outcomeOf(Phase phase) {
    try {
      return phase.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void oneKeyTwiceIsDuplicatedAndATableThatKeepsVersionsInSomeScopesIsRefused() throws Exception {
    try (ReaderRig rig = written(0)) {
      ReadTarget target = rig.target();
      TableOperations tables = CLUSTER.connection().client().tableOperations();
      tables.removeIterator(rig.table.name, "vers", EnumSet.of(IteratorScope.scan));
      Node node = new Node(0, 1, 33);
      rig.table.plant(rig.table.last(node));

      // The rewritten heads of all closed blocks show twice now, too.
      long twice = 2 * 4 * (ReaderRig.FLUSH - 1) + 1;
      assertThat(rig.scan(target).findings()).isEqualTo(Map.of(FindingKind.DUPLICATED, twice));
      refused(() -> rig.walkAt(rig.table.row(node)), "does not return just what was written");
    }
  }

  @Test
  void aRewriteThatComesBackStaysAFaultAndSaysHowSoon() throws Exception {
    try (ReaderRig rig = written(0)) {
      Node head = new Node(0, 0, 7);
      rig.table.plant(rig.table.first(head));
      boolean unusedBefore = rig.run.fileSystem().delete(rig.run.events("read"), false);
      CompletableFuture<PartOutcome> walking =
          CompletableFuture.supplyAsync(
              () -> outcomeOf(() -> rig.walkAt(rig.table.row(head), "read.reread.limit", "5m")));
      rig.awaitClients();
      rig.table.plant(rig.table.last(head));

      PartOutcome outcome = walking.join();
      assertThat(outcome.findings()).isEqualTo(ReaderRig.one(FindingKind.STALE));
      assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(rig.findings().get(0).detail()).containsKey("passed.within.ms");
      assertThat(outcome.tally()).containsEntry("walk: right when read again", 1L);
    }
  }

  private static Verdict command(Path properties, String... words) throws Exception {
    return walk(properties, new ByteArrayOutputStream(), "walk.count=500", words);
  }

  private static Verdict walk(
      Path properties, ByteArrayOutputStream printed, String count, String... words)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("-c", properties.toString()));
    all.addAll(List.of(words));
    all.addAll(List.of("-o", count, "-o", "walk.length=5", "-o", "read.reread.limit=0"));
    all.addAll(List.of("-o", "measure.interval=1s"));
    CommandContext context =
        new CommandContext(
            new WalkActivity().settings(), all, new StopSignal(), Clock.systemUTC(), () -> 3);
    ActivityCommand walk =
        new ActivityCommand(
            new WalkActivity(), context, Companions.NONE, (file, to) -> CallerContext.NOTHING);
    JCommander.newBuilder().addObject(walk).build().parse(all.toArray(String[]::new));
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return walk.run(new Terminal(stream, stream));
  }

  private static Path clientProperties() throws Exception {
    Path properties = directory.resolve("client.properties");
    try (var out = Files.newOutputStream(properties)) {
      CLUSTER.connection().properties().store(out, "");
    }
    return properties;
  }

  @Test
  void aCommandReadsTheTableOfItsRunAndReplacesTheVerdictInItsDirectory() throws Exception {
    Path properties = clientProperties();
    try (ReaderRig rig = written(0);
        RunDirectory own = RunDirectory.at(directory.resolve("own").toString())) {
      rig.table.graphFile().writeTo(rig.run);
      String[] words = {rig.run.root().toString(), "--run-dir", own.root().toString()};
      assertThat(command(properties, words)).isEqualTo(Verdict.PASS);
      VerdictFile clean = VerdictFile.readFrom(own).orElseThrow();
      assertThat(clean.verdict()).isEqualTo(Verdict.PASS);
      assertThat(clean.proof().compared()).singleElement().asString().startsWith("walk: ");
      for (int i = 0; i < ReaderRig.FLUSH; i++) {
        rig.table.remove(rig.table.last(new Node(0, 1, i)), rig.table.last(new Node(1, 1, i)));
      }
      assertThat(command(properties, words)).isEqualTo(Verdict.FAIL);
      assertThat(VerdictFile.readFrom(own).orElseThrow().verdict()).isEqualTo(Verdict.FAIL);
      refused(
          () -> {
            Verdict unused =
                command(properties, rig.run.root().toString(), "-o", "table.name=" + other());
            return PartOutcome.NOTHING;
          },
          "wrote into table " + rig.table.name);
    }
  }

  /** At 20 a second from two clients for 9 s, of which all tablet servers are halted for 7. */
  @Test
  void whatWaitsForHaltedServersAtTheEndIsCountedAndSaid() throws Exception {
    LocalCluster cluster = CLUSTER.control();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (ReaderRig rig = written(0);
        RunDirectory own = RunDirectory.at(directory.resolve("halted").toString())) {
      rig.table.graphFile().writeTo(rig.run);
      String[] words = {rig.run.root().toString(), "--run-dir", own.root().toString()};
      String[] rated =
          Stream.concat(
                  Stream.of(words),
                  Stream.of("walk.rate=20", "walk.clients=2", "walk.duration=9s")
                      .flatMap(setting -> Stream.of("-o", setting)))
              .toArray(String[]::new);
      Path properties = clientProperties();
      CompletableFuture<Verdict> walking =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return walk(properties, printed, "walk.count=", rated);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      List<ServerId> halted = new ArrayList<>();
      try {
        while (read(own) < 80 && !walking.isDone()) {
          boolean unused = NEVER.await(Duration.ofMillis(100));
        }
        for (ServerId id : cluster.spec().ids(Role.TSERVER)) {
          cluster.pause(id);
          halted.add(id);
        }
        assertThat(walking.join()).as(text(printed)).isEqualTo(Verdict.PASS);
      } finally {
        for (ServerId id : halted) {
          cluster.resume(id);
        }
      }
      List<Event.Unanswered> ends = events(own, Event.Unanswered.class);
      assertThat(ends).hasSize(2);
      long neverBegun = 0;
      long answered = 0;
      for (Event.Unanswered end : ends) {
        assertThat(end.underWay()).isEqualTo(1);
        assertThat(end.neverBegun()).isPositive();
        long due = end.answered() + end.underWay() + end.neverBegun();
        assertThat(due).isCloseTo(due(own, end), within(30L)); // a start row is found before
        neverBegun += end.neverBegun();
        answered += end.answered();
      }
      assertThat(events(own, Event.ClientStopped.class))
          .hasSize(2)
          .allMatch(stopped -> stopped.at() - ends.get(0).at() < 10_000, "a hang keeps nobody");
      assertThat(LatencySums.of(own, "lookup").getTotalCount()).isEqualTo(answered);
      assertThat(LatencySums.of(own, "lookup.unanswered").getTotalCount())
          .isEqualTo(neverBegun + 2);
      assertThat(text(printed))
          .containsPattern(
              Amounts.grouped(neverBegun)
                  + " lookups were due and never begun, 2 under way, the oldest for \\d+\\.\\d s")
          .containsPattern("walk-[01] waited for answers: late in");
      assertThat(VerdictFile.readFrom(own).orElseThrow().tally())
          .containsEntry("walk: due and never begun", neverBegun)
          .containsEntry("walk: under way at the end", 2L);
      assertThat(events(own, Event.Throughput.class))
          .anyMatch(event -> event.operations() == 0 && event.lateSeconds() > 2);
    }
  }

  /** How many lookups were due from the start of a client to its end, by the wall clock. */
  private static long due(RunDirectory run, Event.Unanswered end) throws IOException {
    long begun =
        events(run, Event.ClientStarted.class).stream()
            .filter(event -> event.client().equals(end.client()))
            .findFirst()
            .orElseThrow()
            .at();
    return 20 * (end.at() - begun) / 1000 + 1;
  }

  private static long read(RunDirectory run) throws IOException {
    return events(run, Event.Throughput.class).stream()
        .mapToLong(Event.Throughput::operations)
        .sum();
  }

  private static <T extends Event> List<T> events(RunDirectory run, Class<T> type)
      throws IOException {
    List<T> events = new ArrayList<>();
    for (org.apache.hadoop.fs.Path journal : run.journals()) {
      JournalReader.read(
          run.fileSystem(),
          journal,
          event -> {
            if (type.isInstance(event)) {
              events.add(type.cast(event));
            }
          });
    }
    return events;
  }

  private static String text(ByteArrayOutputStream printed) {
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** A table without a graph. */
  private static String other() throws Exception {
    String name = "other_" + ProcessHandle.current().pid();
    CLUSTER.connection().client().tableOperations().create(name);
    return name;
  }

  @Test
  void aScanServerThatServesOldDataIsLateAndNoFault() throws Exception {
    try (ReaderRig rig = new ReaderRig(CLUSTER.connection(), directory, 0);
        Ledger ledger = rig.table.ledger(rig.run, 0)) {
      Position at = Position.ORIGIN;
      while (at.isBefore(new Position(0, 2, 0))) {
        at = rig.table.window(ledger, 0, at, ReaderRig.END);
      }
      CLUSTER.connection().client().tableOperations().flush(rig.table.name, null, null, true);
      String old = rig.table.row(new Node(0, 1, 7));
      assertThat(rig.walkAt(old, "read.consistency", "eventual").findings()).isEmpty();
      while (at.isBefore(new Position(1, 0, 0))) {
        at = rig.table.window(ledger, 0, at, ReaderRig.END);
      }
      String unheard = rig.table.row(new Node(0, 3, 7));
      PartOutcome missing = rig.walkAt(unheard, "read.consistency", "eventual");
      assertThat(missing.findings()).isEqualTo(ReaderRig.one(FindingKind.LATE));
      assertThat(rig.findings().get(0).detail()).containsEntry("at.first", "LOST");
      String rewritten = rig.table.row(new Node(0, 0, 7));
      PartOutcome stale = rig.walkAt(rewritten, "read.consistency", "eventual");
      assertThat(stale.findings()).isEqualTo(ReaderRig.one(FindingKind.LATE));
      assertThat(stale.verdict()).as(stale.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(rig.walkAt(unheard).verdict()).isEqualTo(Verdict.PASS);
    }
  }

  @Test
  void withoutALedgerContentAndReferencesAreCheckedAndTheVerdictSaysSo() throws Exception {
    try (ReaderRig rig = written(0)) {
      PartOutcome clean = rig.read(new WalkActivity(), usual(), List.of());
      assertThat(clean.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(clean.reasons()).singleElement().asString().contains("no ledger was given");
      assertThat(clean.tally().get("walk: without a ledger")).isPositive();
      for (int i = 0; i < ReaderRig.FLUSH; i++) {
        rig.table.remove(rig.table.last(new Node(0, 0, i)), rig.table.last(new Node(1, 0, i)));
      }
      PartOutcome broken = rig.read(new WalkActivity(), usual(), List.of());
      assertThat(broken.findings()).containsOnlyKeys(FindingKind.UNDEFINED);
      assertThat(broken.verdict()).isEqualTo(Verdict.FAIL);
    }
  }

  private static Map<String, String> usual() {
    return Map.of(
        "walk.count", "400", "walk.length", "8", "read.reread.limit", "0", "read.start.limit", "0");
  }

  @Test
  void aForeignTableIsCheckedForChecksumsAndMissesOnlyAndItSaysSo() throws Exception {
    try (ReaderRig rig = written(0)) {
      TableOperations tables = CLUSTER.connection().client().tableOperations();
      String name = rig.table.name + "_foreign";
      tables.clone(
          rig.table.name,
          name,
          CloneConfiguration.builder()
              .setFlush(true)
              .setPropertiesToExclude(TableGraph.asProperties(rig.table.graph.spec()).keySet())
              .build());
      Map<String, String> settings = new TreeMap<>(usual());
      settings.put("table.name", name);
      refused(() -> rig.read(new WalkActivity(), settings), "has no graph");
      PartOutcome clean = rig.read(new WalkActivity(), settings, List.of());
      assertThat(clean.verdict()).as(clean.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(clean.reasons()).singleElement().asString().contains("has no graph");
      assertThat(clean.tally().get("walk: sound")).isPositive();
      Entry broken = rig.table.last(new Node(0, 1, 3));
      try (var writer = CLUSTER.connection().client().createBatchWriter(name)) {
        Mutation mutation = new Mutation(broken.row());
        mutation.at().family(broken.family()).qualifier(broken.qualifier()).put("no sound value");
        writer.addMutation(mutation);
      }
      settings.put("walk.rows.file", rowFile(rig.table.row(new Node(0, 1, 3))));
      settings.put("walk.count", "1");
      assertThat(rig.read(new WalkActivity(), settings, List.of()).findings())
          .isEqualTo(ReaderRig.one(FindingKind.CORRUPT));
    }
  }

  private static String rowFile(String row) throws Exception {
    return Files.writeString(directory.resolve("row-" + row), row + "\n").toString();
  }

  @Test
  void readersFindNothingConcurrentlyWithAWriter() throws Exception {
    try (ReaderRig rig = written(0.5);
        Ledger ledger = rig.table.ledger(rig.run, 2)) {
      AtomicBoolean enough = new AtomicBoolean();
      CompletableFuture<Position> writing =
          CompletableFuture.supplyAsync(() -> write(rig, ledger, enough));
      try {
        PartOutcome walks = rig.walk("walk.count", "1000", "walk.clients", "2", "walk.length", "9");
        PartOutcome scans =
            rig.scan("scan.count", "40", "scan.entries", "500", "read.auths", "A|A,B,C");
        assertThat(walks.verdict()).as(walks.reasons() + rig.printed()).isEqualTo(Verdict.PASS);
        assertThat(scans.verdict()).as(scans.reasons() + rig.printed()).isEqualTo(Verdict.PASS);
        assertThat(scans.tally().get("scan: changed meanwhile")).isPositive();
      } finally {
        enough.set(true);
      }
      assertThat(writing.join().block()).isPositive();
    }
  }

  private static Position write(ReaderRig rig, Ledger ledger, AtomicBoolean enough) {
    Position at = Position.ORIGIN;
    try {
      while (!enough.get()) {
        at = rig.table.window(ledger, 2, at, new Position(1_000_000, 0, 0));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return at;
  }

  @Test
  void badInputIsRefusedBeforeAnythingIsRead() throws Exception {
    try (ReaderRig rig = written(0)) {
      refused(() -> rig.walk("read.auths", "A|Z"), "no authorization Z");
      refused(() -> rig.walk("table.name", "nosuch"), "There is no table nosuch");
      refused(() -> rig.walk("read.wait", "-1s"), "read.wait=-1s is not allowed");
      refused(() -> rig.walk("read.wait", "1s", "walk.rate", "5"), "exclude each other");
      refused(() -> rig.walk("walk.rows.file", "/no/such"), "walk.rows.file=/no/such");
      CLUSTER.connection().client().tableOperations().offline(rig.table.name, true);
      refused(rig::walk, "is offline");
    }
  }

  private static void refused(Phase phase, String why) {
    assertThatThrownBy(phase::run).isInstanceOf(UsageException.class).hasMessageContaining(why);
  }

  @Test
  void anEmptyTableProvesNothing() throws Exception {
    try (ReaderRig rig = new ReaderRig(CLUSTER.connection(), directory, 0)) {
      for (PartOutcome outcome : List.of(rig.walk(), rig.scan("scan.count", "3"))) {
        assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(outcome.reasons()).anyMatch(reason -> reason.contains("nothing was read"));
      }
    }
  }

  @Test
  void aTableThatGoesAwayIsADoubtInWords() throws Exception {
    try (ReaderRig rig = written(0)) {
      TableOperations tables = CLUSTER.connection().client().tableOperations();
      PartOutcome offline = goingAway(rig, () -> tables.offline(rig.table.name, true));
      assertThat(offline.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(offline.reasons()).anyMatch(reason -> reason.contains("was taken offline"));
      tables.online(rig.table.name, true);
      while (!tables.isOnline(rig.table.name)) { // the client's own view may be a moment behind
        boolean unused = NEVER.await(Duration.ofMillis(50));
      }
      PartOutcome deleted = goingAway(rig, () -> tables.delete(rig.table.name));
      assertThat(deleted.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(deleted.reasons()).anyMatch(reason -> reason.contains("was deleted"));
      assertThat(rig.printed()).doesNotContain("Exception");
    }
  }

  private static PartOutcome goingAway(ReaderRig rig, FailableRunnable<Exception> away)
      throws Exception {
    boolean unusedBefore = rig.run.fileSystem().delete(rig.run.events("read"), false);
    CompletableFuture<PartOutcome> walking =
        CompletableFuture.supplyAsync(
            () ->
                outcomeOf(
                    () -> rig.walk("walk.count", "", "walk.duration", "5m", "read.wait", "20ms")));
    while (!rig.hasBegun() && !walking.isDone()) {
      boolean unused = NEVER.await(Duration.ofMillis(50));
    }
    away.run();
    return walking.join();
  }
}
