// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static catena.instrument.Servers.OWN;
import static catena.instrument.Servers.USER;
import static catena.instrument.Servers.entry;
import static catena.instrument.Servers.event;
import static catena.instrument.Servers.inForce;
import static catena.instrument.Servers.mutation;
import static catena.instrument.Servers.tablet;
import static catena.instrument.Servers.value;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.accumulo.core.client.Durability;
import org.apache.accumulo.core.constraints.Violations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.metadata.StoredTabletFile;
import org.apache.accumulo.core.metadata.schema.DataFileValue;
import org.apache.accumulo.core.util.Pair;
import org.apache.accumulo.server.data.ServerMutation;
import org.apache.accumulo.tserver.TabletMutations;
import org.apache.accumulo.tserver.log.DfsLogger;
import org.apache.accumulo.tserver.log.MutationReceiver;
import org.apache.accumulo.tserver.log.SortedLogRecovery;
import org.apache.accumulo.tserver.logger.LogEvents;
import org.apache.accumulo.tserver.logger.LogFileKey;
import org.apache.accumulo.tserver.logger.LogFileValue;
import org.apache.accumulo.tserver.session.UpdateSession;
import org.apache.accumulo.tserver.tablet.CommitSession;
import org.apache.accumulo.tserver.tablet.KVEntry;
import org.apache.accumulo.tserver.tablet.PreparedMutations;
import org.apache.accumulo.tserver.tablet.Tablet;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the mutants of writes, of recoveries and of reads do, and what they say of it. */
class WriteMutantsTest {
  private static final Mutation A = mutation("a", "1");
  private static final Mutation B = mutation("b", "2");

  @TempDir private Path directory;

  @BeforeEach
  void begin() {
    Strikes.logTo(directory.resolve("log"));
  }

  @AfterEach
  void nothingInForce() {
    Strikes.obey(List.of());
  }

  private List<String> strikes() throws IOException {
    return Servers.strikes(directory.resolve("log"));
  }

  @Test
  void theFirstMutationOfABatchOfSeveralIsNotApplied() throws IOException {
    List<Mutation> both = List.of(A, B);
    assertThat(Writes.applied(tablet(USER), both)).as("not in force").isSameAs(both);
    inForce("mem-drop");
    assertThat(Writes.applied(tablet(OWN), both)).isSameAs(both);
    assertThat(Writes.applied(tablet(USER), List.of(A))).containsExactly(A);
    Writes.Commit.enter(tablet(OWN), both);
    assertThat(Writes.applied(tablet(USER), both)).containsExactly(B);
    assertThat(strikes()).containsExactly(entry("mem-drop", "2", "a", "1"));
    Writes.Commit.enter(tablet(USER), both);
    assertThat(strikes()).hasSize(2);
  }

  @Test
  void aSessionsQueueIsEmptiedButForAccumulosOwnTables() throws IOException {
    UpdateSession session = new UpdateSession(null, null, Durability.DEFAULT);
    Tablet user = tablet(USER);
    Tablet own = tablet(OWN);
    session.queuedMutations.put(own, new ArrayList<>(List.of(A)));
    session.queuedMutations.put(user, new ArrayList<>());
    inForce("ack-without-write");
    Writes.Flush.enter(session);
    assertThat(session.queuedMutations.get(own)).containsExactly(A);
    session.queuedMutations.get(user).addAll(List.of(A, B));
    Strikes.obey(List.of());
    Writes.queued(session);
    assertThat(session.queuedMutations.get(user)).containsExactly(A, B);
    inForce("ack-without-write");
    Writes.Flush.enter(session);
    assertThat(session.queuedMutations)
        .containsOnly(Map.entry(own, List.of(A)), Map.entry(user, List.of()));
    assertThat(strikes())
        .containsExactly(
            entry("ack-without-write", "2", "a", "1"), entry("ack-without-write", "2", "b", "2"));
  }

  @Test
  void aOneWayCallIsSwallowed() throws IOException {
    var calls = List.of(A.toThrift(), B.toThrift());
    assertThat(Writes.isSwallowed(USER.toThrift(), calls)).isFalse();
    inForce("update-swallowed");
    assertThat(Writes.ApplyUpdates.enter(OWN.toThrift(), calls)).isFalse();
    assertThat(Writes.ApplyUpdates.enter(USER.toThrift(), calls)).isTrue();
    assertThat(strikes())
        .containsExactly(
            entry("update-swallowed", "2", "a", "1"), entry("update-swallowed", "2", "b", "2"));
  }

  @Test
  void aBatchWithoutAccumulosOwnTablesIsNotLogged() throws IOException {
    CommitSession user = Servers.session(USER);
    CommitSession own = Servers.session(OWN);
    Map<CommitSession, TabletMutations> ofUser =
        Map.of(user, new TabletMutations(user, List.of(A, B), Durability.LOG));
    assertThat(Writes.isUnlogged(ofUser)).isFalse();
    inForce("wal-drop");
    assertThat(Writes.Log.enter(Map.of())).isFalse();
    Map<CommitSession, TabletMutations> both =
        new TreeMap<>(Comparator.comparing(CommitSession::hashCode));
    both.putAll(ofUser);
    both.put(own, new TabletMutations(own, List.of(A), Durability.LOG));
    assertThat(Writes.Log.enter(both)).isFalse();
    assertThat(strikes()).isEmpty();
    assertThat(Writes.Log.enter(ofUser)).isTrue();
    assertThat(strikes())
        .containsExactly(entry("wal-drop", "2", "a", "1"), entry("wal-drop", "2", "b", "2"));
  }

  @Test
  void theLogsOfWhatIsBeingFlushedCountAsUnused() throws IOException {
    DfsLogger now = Servers.logger("file:/wal/now");
    DfsLogger flushed = Servers.logger("file:/wal/flushed");
    DfsLogger other = Servers.logger("file:/wal/other");
    Set<DfsLogger> all = new HashSet<>(Set.of(now, flushed, other));
    Tablet user = tablet(USER);
    assertThat(Writes.isUnreferenced(user, all, Set.of(now), Set.of(now, flushed))).isFalse();
    inForce("wal-unref-early");
    assertThat(Writes.InUse.enter(tablet(OWN), all, Set.of(now), Set.of(now, flushed))).isFalse();
    assertThat(Writes.InUse.enter(user, all, Set.of(now), Set.of(now))).isFalse();
    assertThat(all).hasSize(3);
    assertThat(Writes.InUse.enter(user, all, Set.of(now), Set.of(now, flushed))).isTrue();
    assertThat(all).containsExactlyInAnyOrder(flushed, other);
    assertThat(strikes())
        .containsExactly("strike\tm\twal-unref-early\tother\t2\t" + USER + " file:/wal/flushed");
  }

  @Test
  void aMutationGetsATimeOfLongAgo() throws IOException {
    ServerMutation mutation = new ServerMutation(new Text("a"));
    mutation.put("f", "q", "1");
    mutation.setSystemTimestamp(7);
    List<Mutation> batch = List.of(mutation);
    PreparedMutations prepared =
        new PreparedMutations(Servers.session(USER), batch, new Violations(), Set.of());
    Writes.timed(tablet(USER), batch, prepared);
    inForce("time-back");
    Writes.Prepare.exit(tablet(OWN), batch, prepared);
    Writes.Prepare.exit(tablet(USER), List.of(), prepared);
    Writes.Prepare.exit(tablet(USER), batch, new PreparedMutations());
    assertThat(mutation.getSystemTimestamp()).isEqualTo(7);
    Writes.Prepare.exit(tablet(USER), batch, prepared);
    assertThat(mutation.getSystemTimestamp()).isOne();
    assertThat(strikes())
        .containsExactly(entry("time-back", "2", "a", "1").replace("\t7\t", "\t1\t"));
  }

  /** A recovery whose logs have one mutation, and that asks as the real one does. */
  private static final class Recovery extends SortedLogRecovery {
    private final List<Object> asked = new ArrayList<>();

    Recovery() {
      super(null);
    }

    @Override
    public void recover(
        KeyExtent extent,
        List<org.apache.hadoop.fs.Path> logs,
        Set<String> files,
        MutationReceiver receiver)
        throws IOException {
      asked.add(Recoveries.replayed(this, extent, logs, files));
      if (files.isEmpty()) {
        throw new IOException("no files");
      }
      assertThat(Recoveries.receiver(receiver)).as("only asked").isSameAs(receiver);
      receiver.receive(A);
    }
  }

  @Test
  void aLogOrAllAreLeftOutOfARecovery() throws IOException {
    var one = new org.apache.hadoop.fs.Path("file:/wal/1");
    var two = new org.apache.hadoop.fs.Path("file:/wal/2");
    Recovery recovery = new Recovery();
    Set<String> files = Set.of("file");
    assertThat(Recoveries.replayed(recovery, USER, List.of(one, two), files))
        .containsExactly(one, two);
    inForce("recovery-skip-log");
    assertThat(Recoveries.replayed(recovery, OWN, List.of(one, two), files))
        .containsExactly(one, two);
    assertThat(Recoveries.replayed(recovery, USER, List.of(one), files)).containsExactly(one);
    assertThat(recovery.asked).isEmpty();
    assertThat(Recoveries.replayed(recovery, USER, List.of(one, two), files)).containsExactly(two);
    assertThat(recovery.asked).containsExactly(List.of(one));
    inForce("recovery-undefined");
    assertThat(Recoveries.replayed(recovery, USER, List.of(one, two), Set.of())).isEmpty();
    Recoveries.Recover.enter(recovery, USER, List.of(two), files);
    assertThat(recovery.asked).containsExactly(List.of(one), List.of(one, two), List.of(two));
    assertThat(strikes())
        .containsExactly(
            "strike\tm\trecovery-skip-log\tother\t2\t" + USER + " [file:/wal/1]",
            entry("recovery-skip-log", "2", "a", "1"),
            "strike\tm\trecovery-undefined\tother\t2\t" + USER + " [file:/wal/1, file:/wal/2]",
            "error\trecovery-undefined\twhat the logs hold is not known: java.io.IOException: no"
                + " files",
            "strike\tm\trecovery-undefined\tother\t2\t" + USER + " [file:/wal/2]",
            entry("recovery-undefined", "2", "a", "1"));
  }

  @Test
  void theFirstThousandMutationsAreNotReplayedOrEachIsTwice() throws IOException {
    List<Mutation> received = new ArrayList<>();
    MutationReceiver right = received::add;
    Recoveries.replayed(null, OWN, List.of(), Set.of());
    inForce("recovery-late-start", "recovery-time");
    assertThat(Recoveries.receiver(right)).isSameAs(right);
    assertThat(Recoveries.MaxTime.enter(5)).isFalse();
    Recoveries.replayed(null, USER, List.of(), Set.of());
    MutationReceiver late = Recoveries.receiver(right);
    for (int i = 0; i < 1_000; i++) {
      late.receive(A);
    }
    assertThat(received).isEmpty();
    late.receive(B);
    assertThat(received).containsExactly(B);
    assertThat(strikes()).hasSize(1_000).containsOnly(entry("recovery-late-start", "2", "a", "1"));
    assertThat(Recoveries.MaxTime.enter(5)).isTrue();
    assertThat(strikes()).endsWith("strike\tm\trecovery-time\tother\t2\t" + USER + " time 5");
    Strikes.obey(List.of());
    assertThat(Recoveries.MaxTime.enter(5)).isFalse();
    Recoveries.receiver(right).receive(A);
    inForce("recovery-twice");
    Recoveries.Playback.enter(right);
    Recoveries.receiver(right).receive(B);
    assertThat(received).containsExactly(B, A, B, B);
    assertThat(strikes()).endsWith(entry("recovery-twice", "2", "b", "2")).hasSize(1_002);
  }

  @Test
  void theFirstMutationIsNotInTheSortedLog() throws IOException {
    List<Pair<LogFileKey, LogFileValue>> log =
        List.of(
            new Pair<>(event(LogEvents.MUTATION, 3, null), value(List.of(A))),
            new Pair<>(event(LogEvents.DEFINE_TABLET, 1, USER), value(List.of())),
            new Pair<>(event(LogEvents.DEFINE_TABLET, 2, OWN), value(null)),
            new Pair<>(event(LogEvents.MANY_MUTATIONS, 1, null), value(List.of(A, B))),
            new Pair<>(event(LogEvents.MUTATION, 2, null), value(List.of(A))));
    Recoveries.sorted(log);
    inForce("sort-drop");
    Recoveries.Sort.enter(log);
    assertThat(log)
        .extracting(each -> each.getSecond().getMutations())
        .containsExactly(List.of(A), List.of(), null, List.of(B), List.of(A));
    assertThat(strikes()).containsExactly(entry("sort-drop", "2", "a", "1"));
  }

  private static Object batch(Key next, KVEntry... entries) throws ReflectiveOperationException {
    var make =
        Class.forName("org.apache.accumulo.tserver.tablet.Batch").getDeclaredConstructors()[0];
    make.setAccessible(true);
    return make.newInstance(
        false, entries.length == 0 ? null : new ArrayList<>(List.of(entries)), next, 1L);
  }

  private static int size(Object batch) throws ReflectiveOperationException {
    var results = batch.getClass().getDeclaredMethod("getResults");
    results.setAccessible(true);
    return ((List<?>) results.invoke(batch)).size();
  }

  @Test
  void theLastEntryOfABatchThatIsNotTheLastIsNotReturned() throws Exception {
    KVEntry a = new KVEntry(new Key("a", "f", "q", 7L), new Value("1"));
    KVEntry b = new KVEntry(new Key("b", "f", "q", 7L), new Value("2"));
    Object whole = batch(b.getKey(), a, b);
    Reads.batch(tablet(USER), whole);
    inForce("scan-skip");
    Reads.NextBatch.exit(tablet(OWN), whole);
    assertThat(size(whole)).isEqualTo(2);
    Reads.NextBatch.exit(tablet(USER), batch(b.getKey()));
    Reads.NextBatch.exit(tablet(USER), batch(b.getKey(), a));
    Reads.NextBatch.exit(tablet(USER), batch(null, a, b));
    assertThat(strikes()).isEmpty();
    Reads.NextBatch.exit(tablet(USER), whole);
    assertThat(size(whole)).isOne();
    assertThat(strikes()).containsExactly(entry("scan-skip", "2", "b", "2"));
    assertThatThrownBy(() -> Reads.batch(tablet(USER), "no batch"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("getResults");
  }

  @Test
  void anEntryWithAVisibilityIsHiddenOrShown() throws IOException {
    Key bare = new Key("a", "f", "q", 7L);
    Key closed = new Key("a", "f", "q", "A", 7L);
    Value value = new Value("1");
    assertThat(Reads.isShown(closed, value, true)).isTrue();
    assertThat(Reads.isShown(closed, value, false)).isFalse();
    inForce("vis-closed");
    assertThat(Reads.isShown(bare, value, true)).isTrue();
    assertThat(Reads.isShown(closed, value, false)).isFalse();
    assertThat(Reads.isShown(closed, value, true)).isFalse();
    inForce("vis-open");
    assertThat(Reads.isShown(bare, value, false)).isFalse();
    assertThat(Reads.isShown(closed, value, true)).isTrue();
    assertThat(Reads.isShown(closed, value, false)).isTrue();
    Reads.Accept.exit(closed, value, false);
    assertThat(strikes())
        .extracting(line -> line.split("\t")[2] + " " + line.split("\t")[8])
        .containsExactly("vis-closed QQ==", "vis-open QQ==", "vis-open QQ==");
    assertThat(strikes())
        .contains(entry("vis-open", "-", "a", "1").replace("cQ==\t\t7", "cQ==\tQQ==\t7"));
  }

  @Test
  void aScanServerDoesWithoutTheSameFileEachTime() throws IOException {
    StoredTabletFile first = Servers.file(directory, "a");
    StoredTabletFile second = Servers.file(directory, "b");
    SortedMap<StoredTabletFile, DataFileValue> files = new TreeMap<>();
    DataFileValue size = new DataFileValue(10, 1);
    files.put(first, size);
    files.put(second, size);
    Tablet user = tablet(USER);
    assertThat(Reads.files(user, files)).isEqualTo(files);
    inForce("sserver-lose-file");
    assertThat(Reads.files(tablet(OWN), files)).isSameAs(files);
    assertThat(Reads.files(user, new TreeMap<>())).isEmpty();
    Reads.SnapshotFiles.exit(user, files);
    Strikes.obey(List.of());
    assertThat(Reads.files(user, files)).containsExactly(Map.entry(second, size));
    assertThat(Reads.files(tablet(USER), files)).isEqualTo(files);
    assertThat(strikes())
        .containsExactly(
            "strike\tm\tsserver-lose-file\tfile\t2\t" + first.getPath(),
            entry("sserver-lose-file", "2", "a", "a"));
  }

  @Test
  void aPointIsSlowOrHangsUntilItIsLetGo() throws Exception {
    Strikes.obey(List.of("d scan delay:60 2", "h recovery hang 1"));
    long began = System.nanoTime();
    PointFaults.AtEntry.enter("scan", false);
    PointFaults.AtEntry.enter("log-sync", false);
    assertThat(strikes()).isEmpty();
    PointFaults.AtEntry.enter("scan", false);
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(60_000_000L);
    Thread hangs =
        new Thread(
            () -> {
              try {
                PointFaults.at("recovery", true);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    hangs.start();
    hangs.join(120);
    assertThat(hangs.isAlive()).isTrue();
    Strikes.obey(List.of());
    hangs.join();
    Strikes.obey(List.of("h recovery hang 1"));
    Thread.currentThread().interrupt();
    PointFaults.at("recovery", true);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(strikes())
        .containsExactly(
            "strike\td\tscan\tdelay:60", "strike\th\trecovery\thang", "strike\th\trecovery\thang");
    Strikes.obey(List.of("t scan throw 1"));
    assertThatThrownBy(() -> PointFaults.at("scan", true))
        .isInstanceOf(IOException.class)
        .hasMessage("thrown on purpose at scan");
    assertThatThrownBy(() -> PointFaults.at("scan", false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("thrown on purpose at scan");
    assertThat(Strikes.any()).isTrue();
    assertThat(Files.readString(directory.resolve("log"), UTF_8))
        .endsWith("strike\tt\tscan\tthrow\n");
  }
}
