// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.accumulo.core.client.Durability;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.constraints.Violations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.TableId;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.dataImpl.thrift.TMutation;
import org.apache.accumulo.core.gc.GcCandidate;
import org.apache.accumulo.core.iteratorsImpl.system.SortedMapIterator;
import org.apache.accumulo.core.metadata.StoredTabletFile;
import org.apache.accumulo.core.metadata.TServerInstance;
import org.apache.accumulo.core.metadata.schema.DataFileValue;
import org.apache.accumulo.core.metadata.schema.MetadataSchema.TabletsSection.DataFileColumnFamily;
import org.apache.accumulo.core.util.Pair;
import org.apache.accumulo.server.data.ServerMutation;
import org.apache.accumulo.server.log.WalStateManager.WalState;
import org.apache.accumulo.tserver.TabletMutations;
import org.apache.accumulo.tserver.log.DfsLogger;
import org.apache.accumulo.tserver.logger.LogEvents;
import org.apache.accumulo.tserver.logger.LogFileKey;
import org.apache.accumulo.tserver.logger.LogFileValue;
import org.apache.accumulo.tserver.session.UpdateSession;
import org.apache.accumulo.tserver.tablet.CommitSession;
import org.apache.accumulo.tserver.tablet.PreparedMutations;
import org.apache.accumulo.tserver.tablet.Tablet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What each mutant does where it is called, and what it writes down, without a server: with tablets
 * that have their extent and nothing else. That servers come there the cluster shows ({@code
 * bench/run server-mutants}).
 */
class MutantsTest {
  private static final KeyExtent USER = new KeyExtent(TableId.of("2"), null, null);
  private static final KeyExtent OWN = new KeyExtent(TableId.of("!0"), null, null);

  @TempDir private Path directory;

  @BeforeEach
  void begin() {
    Strikes.logTo(directory.resolve("tserver-1.log"));
  }

  @AfterEach
  void nothingInForce() {
    Strikes.obey(List.of());
  }

  // --- What is needed of a server --------------------------------------------------------------

  private static void inForce(String mutant) {
    inForce(mutant, 1);
  }

  private static void inForce(String mutant, int every) {
    Strikes.obey(List.of("m " + mutant + " strike " + every));
  }

  /** What was written down as struck, without the time, the word and the mutant's id. */
  private List<String> struck() throws IOException {
    return Files.readAllLines(directory.resolve("tserver-1.log")).stream()
        .map(line -> line.replaceFirst("^\\d+\t", ""))
        .filter(line -> line.startsWith("strike\tm\t") || line.startsWith("error\t"))
        .map(line -> line.replaceFirst("^strike\tm\t", "").replace('\t', ' '))
        .toList();
  }

  /** An object whose constructor, which would need a server, is not called. */
  private static <T> T bare(Class<T> type) {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field field = unsafe.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return type.cast(
          unsafe.getMethod("allocateInstance", Class.class).invoke(field.get(null), type));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T with(T object, Class<?> type, String field, Object value) {
    try {
      Field of = type.getDeclaredField(field);
      of.setAccessible(true);
      of.set(object, value);
      return object;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Tablet tablet(KeyExtent extent) {
    return with(bare(Tablet.class), Tablet.class.getSuperclass(), "extent", extent);
  }

  private static CommitSession session(KeyExtent extent) {
    return with(bare(CommitSession.class), CommitSession.class, "committer", tablet(extent));
  }

  private static ServerMutation mutation(String row) {
    ServerMutation mutation = new ServerMutation(new Text(row));
    mutation.put("f", "q", 7L, "v");
    return mutation;
  }

  /** The words of an entry of {@link #mutation} with rows a, b, c. */
  private static String entry(String mutant, String row) {
    String base64 = Map.of("a", "YQ==", "b", "Yg==", "c", "Yw==").get(row);
    return mutant + " entry 2 " + base64 + " Zg== cQ==  7 put dg==";
  }

  private static List<String> rows(List<? extends Mutation> mutations) {
    return mutations.stream().map(each -> new Text(each.getRow()).toString()).toList();
  }

  /** A file with the rows that are named, as a tablet's. */
  private StoredTabletFile file(String name, String... rows) throws IOException {
    Path path = directory.resolve("tables/2/t-1").resolve(name);
    Files.createDirectories(path.getParent());
    try (RFileWriter writer =
        RFile.newWriter()
            .to(path.toUri().toString())
            .withFileSystem(FileSystem.getLocal(new Configuration()))
            .build()) {
      for (String row : rows) {
        writer.append(new Key(row, "f", "q", 7L), new Value("v"));
      }
    }
    return new StoredTabletFile("file:" + path);
  }

  private static SortedMap<StoredTabletFile, DataFileValue> files(StoredTabletFile... files) {
    SortedMap<StoredTabletFile, DataFileValue> map = new TreeMap<>();
    for (StoredTabletFile file : files) {
      map.put(file, new DataFileValue(10, 1));
    }
    return map;
  }

  // --- Writes ----------------------------------------------------------------------------------

  @Test
  void ofABatchThatIsLoggedTheFirstMutationIsNotApplied() throws IOException {
    inForce("mem-drop");
    List<Mutation> batch = List.of(mutation("a"), mutation("b"), mutation("c"));
    assertThat(rows(Writes.applied(tablet(USER), batch))).containsExactly("b", "c");
    assertThat(batch).hasSize(3);
    assertThat(struck()).containsExactly(entry("mem-drop", "a"));
    List<Mutation> two = batch.subList(1, 3);
    assertThat(rows(Writes.applied(tablet(USER), two))).as("of two, too").containsExactly("c");

    List<Mutation> one = batch.subList(0, 1);
    assertThat(Writes.applied(tablet(USER), one)).as("one alone").isSameAs(one);
    assertThat(Writes.applied(tablet(OWN), batch)).as("Accumulo's own").isSameAs(batch);
    Strikes.obey(List.of());
    assertThat(Writes.applied(tablet(USER), batch)).as("not in force").isSameAs(batch);
  }

  @Test
  void aSessionsQueueIsEmptiedButForAccumulosOwn() throws IOException {
    inForce("ack-without-write");
    UpdateSession session =
        with(
            bare(UpdateSession.class),
            UpdateSession.class,
            "queuedMutations",
            new LinkedHashMap<Tablet, List<Mutation>>());
    Tablet user = tablet(USER);
    Tablet own = tablet(OWN);
    session.queuedMutations.put(user, new ArrayList<>());
    session.queuedMutations.put(own, new ArrayList<>(List.of(mutation("c"))));
    Writes.Flush.enter(session);
    assertThat(session.queuedMutations.get(own)).as("nothing of a user's is queued").hasSize(1);
    assertThat(struck()).isEmpty();

    session.queuedMutations.get(user).addAll(List.of(mutation("a"), mutation("b")));
    Writes.Flush.enter(session);
    assertThat(session.queuedMutations.get(user)).isEmpty();
    assertThat(session.queuedMutations.get(own)).hasSize(1);
    assertThat(struck())
        .containsExactlyInAnyOrder(
            entry("ack-without-write", "a"), entry("ack-without-write", "b"));
  }

  @Test
  void aOneWayCallIsThrownAway() throws IOException {
    inForce("update-swallowed", 2);
    List<TMutation> call = List.of(mutation("a").toThrift(), mutation("b").toThrift());
    assertThat(Writes.ApplyUpdates.enter(USER.toThrift(), call)).as("every second").isFalse();
    assertThat(Writes.ApplyUpdates.enter(USER.toThrift(), call)).isTrue();
    assertThat(struck())
        .containsExactly(entry("update-swallowed", "a"), entry("update-swallowed", "b"));
    inForce("update-swallowed");
    assertThat(Writes.ApplyUpdates.enter(OWN.toThrift(), call)).as("Accumulo's own").isFalse();
  }

  @Test
  void aBatchIsAppliedAndNotLogged() throws IOException {
    inForce("wal-drop");
    Map<CommitSession, TabletMutations> batch = new LinkedHashMap<>();
    assertThat(Writes.Log.enter(batch)).as("nothing").isFalse();
    CommitSession user = session(USER);
    batch.put(
        user, new TabletMutations(user, List.of(mutation("a"), mutation("b")), Durability.SYNC));
    assertThat(Writes.Log.enter(batch)).isTrue();
    assertThat(struck()).containsExactly(entry("wal-drop", "a"), entry("wal-drop", "b"));
    CommitSession own = session(OWN);
    batch.put(own, new TabletMutations(own, List.of(mutation("c")), Durability.SYNC));
    assertThat(Writes.Log.enter(batch)).as("with Accumulo's own in it").isFalse();
    batch.remove(own);
    Strikes.obey(List.of());
    assertThat(Writes.Log.enter(batch)).as("not in force").isFalse();
  }

  private static DfsLogger log(String path) {
    return with(bare(DfsLogger.class), DfsLogger.class, "logPath", path);
  }

  @Test
  void theLogsOfWhatIsBeingFlushedCountAsUnused() throws IOException {
    inForce("wal-unref-early");
    DfsLogger current = log("hdfs://host/wal/current");
    DfsLogger flushed = log("hdfs://host/wal/flushed");
    DfsLogger unused = log("hdfs://host/wal/unused");
    Set<DfsLogger> candidates = new HashSet<>(Set.of(current, flushed, unused));
    assertThat(
            Writes.InUse.enter(tablet(USER), candidates, Set.of(current), Set.of(flushed, current)))
        .isTrue();
    assertThat(candidates).containsExactlyInAnyOrder(flushed, unused);
    assertThat(struck()).containsExactly("wal-unref-early other 2 2<< hdfs://host/wal/flushed");

    Set<DfsLogger> none = new HashSet<>(Set.of(current, unused));
    assertThat(Writes.InUse.enter(tablet(USER), none, Set.of(current), Set.of(current))).isFalse();
    assertThat(none).as("nothing is being flushed").hasSize(2);
    candidates.add(current);
    assertThat(Writes.InUse.enter(tablet(OWN), candidates, Set.of(current), Set.of(flushed)))
        .as("Accumulo's own")
        .isFalse();
    assertThat(candidates).hasSize(3);
  }

  @Test
  void aMutationGetsATimeOfLongAgo() throws IOException {
    inForce("time-back");
    ServerMutation untimed = new ServerMutation(new Text("a"));
    untimed.put("f", "q", "v");
    untimed.setSystemTimestamp(99);
    PreparedMutations open =
        new PreparedMutations(session(USER), List.of(), new Violations(), Collections.emptySet());
    Writes.Prepare.exit(tablet(USER), List.of(untimed), open);
    assertThat(untimed.getUpdates()).allMatch(update -> update.getTimestamp() == 1);
    assertThat(struck()).containsExactly("time-back entry 2 YQ== Zg== cQ==  1 put dg==");

    ServerMutation other = new ServerMutation(new Text("b"));
    other.put("f", "q", "v");
    other.setSystemTimestamp(99);
    Writes.Prepare.exit(tablet(OWN), List.of(other), open);
    Writes.Prepare.exit(tablet(USER), List.of(other), new PreparedMutations());
    Writes.Prepare.exit(tablet(USER), List.of(), open);
    assertThat(other.getUpdates()).allMatch(update -> update.getTimestamp() == 99);
    assertThat(struck()).hasSize(1);
  }

  // --- Reads -----------------------------------------------------------------------------------

  private static Object batch(Key next, String... rows) throws ReflectiveOperationException {
    Constructor<?> entry =
        Class.forName("org.apache.accumulo.tserver.tablet.KVEntry")
            .getDeclaredConstructor(Key.class, Value.class);
    entry.setAccessible(true);
    List<Object> entries = new ArrayList<>();
    for (String row : rows) {
      entries.add(entry.newInstance(new Key(row, "f", "q", 7L), new Value("v")));
    }
    Constructor<?> batch =
        Class.forName("org.apache.accumulo.tserver.tablet.Batch")
            .getDeclaredConstructor(boolean.class, List.class, Key.class, long.class);
    batch.setAccessible(true);
    return batch.newInstance(true, entries, next, 10L);
  }

  private static int size(Object batch) throws ReflectiveOperationException {
    var results = batch.getClass().getDeclaredMethod("getResults");
    results.setAccessible(true);
    return ((List<?>) results.invoke(batch)).size();
  }

  @Test
  void theLastEntryOfABatchThatIsNotTheLastIsNotReturned() throws Exception {
    inForce("scan-skip");
    Key next = new Key("b");
    Object batch = batch(next, "a", "b");
    Reads.NextBatch.exit(tablet(USER), batch);
    assertThat(size(batch)).isEqualTo(1);
    assertThat(struck()).containsExactly(entry("scan-skip", "b"));

    Object last = batch(null, "a", "b");
    Object single = batch(next, "a");
    Object own = batch(next, "a", "b");
    Reads.NextBatch.exit(tablet(USER), last);
    Reads.NextBatch.exit(tablet(USER), single);
    Reads.NextBatch.exit(tablet(OWN), own);
    assertThat(List.of(size(last), size(single), size(own))).containsExactly(2, 1, 2);
    Strikes.obey(List.of());
    Reads.NextBatch.exit(tablet(USER), own);
    assertThat(size(own)).as("not in force").isEqualTo(2);
  }

  @Test
  void whatAuthorizationsShowIsHiddenAndWhatTheyHideIsShown() throws IOException {
    Key open = new Key("a", "f", "q", 7L);
    Key labelled = new Key("a", "f", "q", "A", 7L);
    Value value = new Value("v");
    inForce("vis-closed");
    assertThat(Reads.isShown(labelled, value, true)).isFalse();
    assertThat(Reads.isShown(labelled, value, false)).isFalse();
    assertThat(Reads.isShown(open, value, true)).as("no label").isTrue();
    inForce("vis-open");
    assertThat(Reads.isShown(labelled, value, false)).isTrue();
    assertThat(Reads.isShown(labelled, value, true)).isTrue();
    assertThat(struck())
        .containsExactly(
            "vis-closed entry - YQ== Zg== cQ== QQ== 7 put dg==",
            "vis-open entry - YQ== Zg== cQ== QQ== 7 put dg==");
  }

  @Test
  void aScanServerDoesWithoutTheSameFileOfATabletFromThenOn() throws IOException {
    inForce("sserver-lose-file");
    StoredTabletFile first = file("A1.rf", "a");
    StoredTabletFile second = file("A2.rf", "b");
    Tablet tablet = tablet(USER);
    assertThat(Reads.files(tablet, files())).isEmpty();
    assertThat(Reads.files(tablet, files(first, second))).containsOnlyKeys(second);
    assertThat(Reads.files(tablet, files(first, second))).containsOnlyKeys(second);
    Strikes.obey(List.of());
    assertThat(Reads.files(tablet, files(first, second))).containsOnlyKeys(second);
    assertThat(struck())
        .containsExactly(
            "sserver-lose-file file 2 " + first.getPath(), entry("sserver-lose-file", "a"));
    assertThat(Reads.files(tablet(USER), files(first))).as("another").containsOnlyKeys(first);
    inForce("sserver-lose-file");
    assertThat(Reads.files(tablet(OWN), files(first))).as("Accumulo's").containsOnlyKeys(first);
  }

  // --- Recoveries ------------------------------------------------------------------------------

  /** Of several logs the first is left out; what it holds cannot be asked of a bare recovery. */
  @Test
  void theFirstOfSeveralLogsIsLeftOut() throws IOException {
    inForce("recovery-skip-log");
    var one = new org.apache.hadoop.fs.Path("file:/wal/1");
    var two = new org.apache.hadoop.fs.Path("file:/wal/2");
    var recovery = bare(org.apache.accumulo.tserver.log.SortedLogRecovery.class);
    assertThat(Recoveries.replayed(recovery, USER, List.of(one, two), Set.of()))
        .containsExactly(two);
    assertThat(struck().get(0)).isEqualTo("recovery-skip-log other 2 2<< [file:/wal/1]");
    assertThat(Recoveries.replayed(recovery, USER, List.of(one), Set.of())).containsExactly(one);
    assertThat(Recoveries.replayed(recovery, OWN, List.of(one, two), Set.of())).hasSize(2);
    assertThat(struck().get(1)).startsWith("error recovery-skip-log what the logs hold is not");
    assertThat(struck()).hasSize(2);

    inForce("recovery-undefined");
    assertThat(Recoveries.replayed(recovery, USER, List.of(one), Set.of())).isEmpty();
    assertThat(struck().get(2)).isEqualTo("recovery-undefined other 2 2<< [file:/wal/1]");
  }

  private static List<String> replay(int mutations) {
    List<String> received = new ArrayList<>();
    var receiver = Recoveries.receiver(each -> received.add(new Text(each.getRow()).toString()));
    for (int i = 0; i < mutations; i++) {
      receiver.receive(mutation(i == 0 ? "a" : "b"));
    }
    return received;
  }

  @Test
  void theFirstThousandMutationsAreNotReplayedOrOneIsReplayedAgain() throws IOException {
    var none = bare(org.apache.accumulo.tserver.log.SortedLogRecovery.class);
    Recoveries.replayed(none, USER, List.of(), Set.of());
    inForce("recovery-late-start");
    assertThat(replay(1_001)).containsExactly("b");
    assertThat(struck()).hasSize(1_000).startsWith(entry("recovery-late-start", "a"));
    inForce("recovery-twice", 2);
    assertThat(replay(2)).containsExactly("a", "b", "b");
    assertThat(struck()).hasSize(1_001).endsWith(entry("recovery-twice", "b"));
    Recoveries.replayed(none, OWN, List.of(), Set.of());
    inForce("recovery-twice");
    assertThat(replay(1)).as("Accumulo's own").containsExactly("a");
  }

  @Test
  void aRecoveredTabletGoesOnWithTheTimeThatItHad() throws IOException {
    var none = bare(org.apache.accumulo.tserver.log.SortedLogRecovery.class);
    Recoveries.replayed(none, USER, List.of(), Set.of());
    assertThat(Recoveries.MaxTime.enter(9)).as("not in force").isFalse();
    inForce("recovery-time");
    assertThat(Recoveries.MaxTime.enter(9)).isTrue();
    assertThat(struck()).containsExactly("recovery-time other 2 2<< time 9");
    Recoveries.replayed(none, OWN, List.of(), Set.of());
    assertThat(Recoveries.MaxTime.enter(9)).isFalse();
  }

  private static Pair<LogFileKey, LogFileValue> logged(
      LogEvents event, int id, KeyExtent tablet, Mutation... mutations) {
    LogFileKey key = new LogFileKey();
    key.setEvent(event);
    key.setTabletId(id);
    key.setTablet(tablet);
    LogFileValue value = new LogFileValue();
    value.setMutations(List.of(mutations));
    return new Pair<>(key, value);
  }

  @Test
  void aMutationOfAUsersTabletIsNotInTheSortedLog() throws IOException {
    inForce("sort-drop");
    var unknown = logged(LogEvents.MANY_MUTATIONS, 9, null, mutation("c"));
    var own = logged(LogEvents.MANY_MUTATIONS, 1, null, mutation("c"));
    var user = logged(LogEvents.MANY_MUTATIONS, 2, null, mutation("a"), mutation("b"));
    Recoveries.Sort.enter(
        List.of(
            logged(LogEvents.DEFINE_TABLET, 1, OWN),
            logged(LogEvents.DEFINE_TABLET, 2, USER),
            unknown,
            own,
            user));
    assertThat(rows(user.getSecond().getMutations())).containsExactly("b");
    assertThat(own.getSecond().getMutations()).hasSize(1);
    assertThat(unknown.getSecond().getMutations()).hasSize(1);
    assertThat(struck()).containsExactly(entry("sort-drop", "a"));
  }

  // --- Compactions -----------------------------------------------------------------------------

  @Test
  void afterTheFirstHundredAMajorCompactionWritesNothing() throws IOException {
    inForce("majc-cut");
    Compactions.Call.enter(USER, Map.of("file", 1));
    try {
      for (int i = 0; i < 100; i++) {
        assertThat(Compactions.isDropped(new Key("b", "f", "q", 7L), new Value("v"))).isFalse();
      }
      assertThat(Compactions.isDropped(new Key("a", "f", "q", 7L), new Value("v"))).isTrue();
    } finally {
      Compactions.Call.exit();
    }
    assertThat(struck()).containsExactly(entry("majc-cut", "a"));
    Compactions.Call.enter(USER, Map.of());
    try {
      for (int i = 0; i < 101; i++) {
        assertThat(Compactions.isDropped(new Key("b"), new Value())).as("a minor one").isFalse();
      }
    } finally {
      Compactions.Call.exit();
    }
  }

  /** What a dropped delete covers is skipped, as a server does, and said to have been covered. */
  @Test
  void whatADroppedDeleteCoversDoesNotComeBack() throws IOException {
    inForce("minc-drop");
    Key delete = new Key("a", "f", "q", 9L);
    delete.setDeleted(true);
    TreeMap<Key, Value> entries = new TreeMap<>();
    entries.put(delete, new Value());
    entries.put(new Key("a", "f", "q", 7L), new Value("old"));
    entries.put(new Key("b", "f", "q", 7L), new Value("v"));
    SortedMapIterator source = new SortedMapIterator(entries);
    source.seek(new org.apache.accumulo.core.data.Range(), Set.of(), false);
    assertThat(Compactions.SkipCovered.enter(source)).as("no compaction").isFalse();
    Compactions.begin(USER, true);
    try {
      assertThat(Compactions.SkipCovered.enter(source)).as("nothing dropped").isFalse();
      assertThat(Compactions.isDropped(delete, new Value())).isTrue();
      assertThat(Compactions.SkipCovered.enter(source)).isTrue();
      assertThat(source.getTopKey().getRow()).isEqualTo(new Text("b"));
      assertThat(Compactions.SkipCovered.enter(source)).as("told once").isFalse();
    } finally {
      Compactions.end();
    }
    assertThat(struck()).containsExactly("minc-drop entry 2 YQ== Zg== cQ==  9 covering ");

    Compactions.begin(USER, true);
    try {
      Compactions.isDropped(delete, new Value());
      entries.remove(new Key("a", "f", "q", 7L));
      SortedMapIterator alone = new SortedMapIterator(entries);
      alone.seek(new org.apache.accumulo.core.data.Range(), Set.of(), false);
      assertThat(Compactions.SkipCovered.enter(alone)).isTrue();
      assertThat(alone.getTopKey().getRow()).isEqualTo(new Text("b"));
    } finally {
      Compactions.end();
    }
    assertThat(struck()).endsWith("minc-drop entry 2 YQ== Zg== cQ==  9 delete ");
  }

  @Test
  void anEmptyValueIsNotChangedAndOfARowTheFirstEntryLosesItsVisibility() throws IOException {
    Value empty = new Value();
    inForce("file-flip");
    Compactions.begin(USER, true);
    try {
      assertThat(Compactions.value(new Key("a"), empty)).isSameAs(empty);
      Value value = Compactions.value(new Key("a", "f", "q", 7L), new Value("abc"));
      assertThat(value).isEqualTo(new Value("acc"));
      inForce("vis-lost");
      Key bare = new Key("a", "f", "q", 7L);
      assertThat(Compactions.key(bare, empty)).isSameAs(bare);
      Key second = new Key("a", "f", "r", "A", 7L);
      assertThat(Compactions.key(second, empty)).as("of the same row").isSameAs(second);
      Key first = new Key("b", "f", "q", "A", 7L);
      assertThat(Compactions.key(first, empty)).isEqualTo(new Key("b", "f", "q", 7L));
    } finally {
      Compactions.end();
    }
    Key first = new Key("c", "f", "q", "A", 7L);
    Value value = new Value("v");
    assertThat(Compactions.key(first, empty)).as("no compaction").isSameAs(first);
    assertThat(Compactions.value(first, value)).as("no compaction").isSameAs(value);
    assertThat(struck())
        .containsExactly(
            "file-flip entry 2 YQ== Zg== cQ==  7 put YWJj",
            "vis-lost entry 2 Yg== Zg== cQ== QQ== 7 put ");
  }

  @Test
  void oneMoreFileCountsAsCompacted() throws IOException {
    inForce("majc-lose-input");
    StoredTabletFile input = file("A1.rf", "a");
    StoredTabletFile another = file("A2.rf", "b");
    Set<StoredTabletFile> inputs = Set.of(input);
    assertThat(Compactions.inputs(tablet(USER), files(input), inputs)).isSameAs(inputs);
    assertThat(Compactions.inputs(tablet(OWN), files(input, another), inputs)).isSameAs(inputs);
    assertThat(Compactions.inputs(tablet(USER), files(input, another), inputs))
        .containsExactlyInAnyOrder(input, another);
    assertThat(struck())
        .containsExactly(
            "majc-lose-input file 2 " + another.getPath(), entry("majc-lose-input", "b"));
  }

  @Test
  void aNewFileCountsAsEmpty() throws IOException {
    inForce("minc-lose-file");
    StoredTabletFile output = file("A1.rf", "a");
    DataFileValue right = new DataFileValue(10, 1);
    DataFileValue empty = new DataFileValue(10, 0);
    assertThat(Compactions.size("minc-lose-file", tablet(OWN), output, right)).isSameAs(right);
    assertThat(Compactions.size("minc-lose-file", tablet(USER), output, empty)).isSameAs(empty);
    assertThat(Compactions.size("majc-lose-output", tablet(USER), output, right)).isSameAs(right);
    assertThat(Compactions.size("minc-lose-file", tablet(USER), output, right)).isEqualTo(empty);
    assertThat(struck())
        .containsExactly("minc-lose-file file 2 " + output.getPath(), entry("minc-lose-file", "a"));
  }

  // --- Tablets ---------------------------------------------------------------------------------

  @Test
  void aTabletIsUnloadedWithoutItsMemory() throws IOException {
    inForce("unload-unflushed");
    Tablet tablet = tablet(USER);
    assertThat(Tablets.isUnsaved(tablet(OWN), "memory")).isFalse();
    assertThat(Tablets.isUnsaved(tablet)).isFalse();
    assertThat(Tablets.isUnsaved(tablet, "memory")).isTrue();
    assertThat(Tablets.isUnsaved(tablet)).isTrue();
    assertThat(struck().get(0)).isEqualTo("unload-unflushed other 2 2<<");
    assertThat(struck().get(1)).startsWith("error unload-unflushed what was in memory is not");
  }

  @Test
  void theLowerHalfDoesNotGetOneOfTheFiles() throws IOException {
    inForce("split-lose-file");
    StoredTabletFile first = file("A1.rf", "a", "c");
    StoredTabletFile second = file("A2.rf", "b");
    SortedMap<StoredTabletFile, DataFileValue> low = files(first, second);
    Tablets.SplitFiles.exit(new Text("b"), low);
    assertThat(low).as("nothing is split").hasSize(2);
    Tablets.Split.enter(tablet(USER));
    Tablets.SplitFiles.exit(new Text("b"), files());
    Tablets.SplitFiles.exit(new Text("b"), low);
    Tablets.Split.exit();
    assertThat(low).containsOnlyKeys(second);
    assertThat(struck())
        .as("only what is within the half")
        .containsExactly(
            "split-lose-file file 2 " + first.getPath(), entry("split-lose-file", "a"));
    Tablets.SplitFiles.exit(new Text("b"), low);
    Tablets.Split.enter(tablet(OWN));
    Tablets.SplitFiles.exit(new Text("b"), low);
    Tablets.Split.exit();
    assertThat(low).hasSize(1);
  }

  @Test
  void aTabletOfACloneDoesNotGetOneOfItsFiles() throws IOException {
    inForce("clone-lose-file");
    StoredTabletFile file = file("A1.rf", "a");
    Map<Key, Value> tablet = new TreeMap<>();
    Key column = new Key(new Text("2<"), new Text("srv"), new Text("dir"));
    tablet.put(column, new Value("t-1"));
    assertThat(Tablets.cloned(TableId.of("2"), tablet)).as("no file").isSameAs(tablet);
    tablet.put(
        new Key(new Text("2<"), DataFileColumnFamily.NAME, new Text(file.getPathStr())),
        new Value("10,1"));
    assertThat(Tablets.cloned(TableId.of("!0"), tablet)).isSameAs(tablet);
    assertThat(Tablets.cloned(TableId.of("2"), tablet)).containsOnlyKeys(column);
    assertThat(tablet).hasSize(2);
    assertThat(struck())
        .containsExactly("clone-lose-file file 2 " + file.getPath(), entry("clone-lose-file", "a"));
  }

  @Test
  void tabletsThatAreSparedAreNotAskedFor() {
    inForce("bulk-lose");
    assertThatCode(() -> Tablets.imported(tablet(USER), Set.of())).doesNotThrowAnyException();
    assertThatCode(() -> Tablets.imported(tablet(OWN), Set.of(file("A1.rf", "a"))))
        .doesNotThrowAnyException();
    inForce("majc-file-back");
    assertThatCode(() -> Compactions.compacted(tablet(USER), Set.of())).doesNotThrowAnyException();
    assertThatCode(() -> Compactions.compacted(tablet(OWN), Set.of(file("A2.rf", "a"))))
        .doesNotThrowAnyException();
  }

  // --- Garbage ---------------------------------------------------------------------------------

  @Test
  void aFileThatIsReferredToIsDeleted() throws IOException {
    inForce("gc-file-in-use");
    StoredTabletFile used = file("A1.rf", "a");
    SortedMap<String, GcCandidate> before = new TreeMap<>();
    before.put("2/t-1/A1.rf", new GcCandidate(used.getPathStr(), 1));
    before.put("2/t-1/A2.rf", new GcCandidate("file:/2/t-1/A2.rf", 2));
    before.put("!0/t-1/A3.rf", new GcCandidate("file:/!0/t-1/A3.rf", 3));
    before.put("2/t-1", new GcCandidate("file:/2/t-1", 4));
    SortedMap<String, GcCandidate> left = new TreeMap<>(before.tailMap("2/t-1/A2.rf"));
    SortedMap<String, GcCandidate> copy = Garbage.FilesInUse.enter(before);
    assertThat(copy).isEqualTo(before).isNotSameAs(before);
    Garbage.FilesInUse.exit(before, left);
    assertThat(left).containsOnlyKeys("2/t-1/A1.rf", "2/t-1/A2.rf");
    assertThat(struck())
        .containsExactly("gc-file-in-use file 2 " + used.getPath(), entry("gc-file-in-use", "a"));
  }

  /** A log as a server writes it, of one tablet. */
  private org.apache.hadoop.fs.Path wal(String name, KeyExtent extent, String row)
      throws IOException {
    Path path = directory.resolve(name);
    try (var out = new java.io.DataOutputStream(Files.newOutputStream(path))) {
      out.write(DfsLogger.LOG_FILE_HEADER_V4.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      var crypto = org.apache.accumulo.core.spi.crypto.NoCryptoServiceFactory.NONE;
      org.apache.accumulo.core.crypto.CryptoUtils.writeParams(
          crypto.getFileEncrypter(null).getDecryptionParameters(), out);
      var define = logged(LogEvents.DEFINE_TABLET, 1, extent);
      var mutations = logged(LogEvents.MANY_MUTATIONS, 1, null, mutation(row));
      for (var each : List.of(define, mutations)) {
        each.getFirst().write(out);
        each.getSecond().write(out);
      }
    }
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  @Test
  void aFullLogOfALivingServerGoes() throws IOException {
    TServerInstance living = new TServerInstance("host:9997[1]");
    TServerInstance dead = new TServerInstance("host:9998[2]");
    UUID full = new UUID(0, 1);
    UUID open = new UUID(0, 2);
    UUID own = new UUID(0, 3);
    UUID unreadable = new UUID(0, 4);
    UUID ofDead = new UUID(0, 5);
    Map<UUID, Pair<WalState, org.apache.hadoop.fs.Path>> states = new HashMap<>();
    var path = wal("full", USER, "a");
    states.put(full, new Pair<>(WalState.CLOSED, path));
    states.put(open, new Pair<>(WalState.OPEN, wal("open", USER, "b")));
    states.put(own, new Pair<>(WalState.CLOSED, wal("own", OWN, "b")));
    states.put(
        unreadable, new Pair<>(WalState.CLOSED, new org.apache.hadoop.fs.Path("file:/not/there")));
    states.put(ofDead, new Pair<>(WalState.CLOSED, wal("dead", USER, "c")));
    Map<TServerInstance, Set<UUID>> logs =
        Map.of(living, Set.of(full, open, own, unreadable), dead, Set.of(ofDead));
    Map<UUID, TServerInstance> unused = new HashMap<>();
    Garbage.logs(logs, Set.of(living), states, unused);
    assertThat(unused).as("nothing in force").isEmpty();

    inForce("gc-log-in-use");
    Garbage.LogsInUse.exit(logs, Set.of(living), states, unused);
    assertThat(unused).containsExactly(Map.entry(full, living));
    assertThat(struck())
        .contains("gc-log-in-use other - " + path, entry("gc-log-in-use", "a"))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("error gc-log-in-use what file:/not/there holds"));
  }
}
