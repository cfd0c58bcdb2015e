// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static catena.instrument.Servers.OWN;
import static catena.instrument.Servers.USER;
import static catena.instrument.Servers.entry;
import static catena.instrument.Servers.file;
import static catena.instrument.Servers.inForce;
import static catena.instrument.Servers.tablet;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.apache.accumulo.core.conf.ConfigurationCopy;
import org.apache.accumulo.core.conf.DefaultConfiguration;
import org.apache.accumulo.core.conf.Property;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.TableId;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.file.FileSKVWriter;
import org.apache.accumulo.core.gc.GcCandidate;
import org.apache.accumulo.core.iteratorsImpl.system.SortedMapIterator;
import org.apache.accumulo.core.metadata.StoredTabletFile;
import org.apache.accumulo.core.metadata.TServerInstance;
import org.apache.accumulo.core.metadata.schema.DataFileValue;
import org.apache.accumulo.core.metadata.schema.TabletMetadata;
import org.apache.accumulo.core.metadata.schema.TabletMetadata.ColumnType;
import org.apache.accumulo.core.util.Pair;
import org.apache.accumulo.manager.Manager;
import org.apache.accumulo.server.log.WalStateManager.WalState;
import org.apache.accumulo.server.manager.state.MergeInfo;
import org.apache.accumulo.tserver.InMemoryMap;
import org.apache.accumulo.tserver.tablet.Tablet;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the mutants of compactions, tablets and the garbage collector do, and say of it. */
class FileMutantsTest {
  private static final DataFileValue SIZE = new DataFileValue(10, 1);

  @TempDir private Path directory;

  @BeforeEach
  void begin() {
    Strikes.logTo(directory.resolve("log"));
  }

  @AfterEach
  void nothingInForce() {
    Compactions.end();
    Tablets.changed();
    Strikes.obey(List.of());
  }

  private List<String> strikes() throws IOException {
    return Servers.strikes(directory.resolve("log"));
  }

  /** What is said of a file of {@link Servers#file}. */
  private static String[] lost(String mutant, StoredTabletFile file) {
    String name = file.getPath().getName().replace(".rf", "");
    return new String[] {
      "strike\tm\t" + mutant + "\tfile\t2\t" + file.getPath(), entry(mutant, "2", name, name)
    };
  }

  private static Key key(String row) {
    return new Key(row, "f", "q", 7L);
  }

  private static Key delete(String row) {
    Key key = key(row);
    key.setDeleted(true);
    return key;
  }

  @Test
  void afterAHundredEntriesNothingMoreIsWritten() throws IOException {
    Value value = new Value("1");
    inForce("majc-cut");
    Compactions.Call.enter(USER, Map.of());
    for (int i = 0; i < 101; i++) {
      assertThat(Compactions.Append.enter(key("a"), value)).as("minor").isFalse();
    }
    Compactions.Call.exit();
    Compactions.Call.enter(USER, Map.of("a file", SIZE));
    for (int i = 0; i < 100; i++) {
      assertThat(Compactions.Append.enter(key("a"), value)).isFalse();
    }
    assertThat(strikes()).isEmpty();
    assertThat(Compactions.Append.enter(key("a"), value)).isTrue();
    assertThat(strikes()).containsExactly(entry("majc-cut", "2", "a", "1"));
    Compactions.Call.exit();
    assertThat(Compactions.Append.enter(key("a"), value)).isFalse();
  }

  @Test
  void eachKindOfCompactionHasItsOwnDrop() throws IOException {
    Value value = new Value("1");
    inForce("majc-drop");
    Compactions.begin(USER, true);
    assertThat(Compactions.isDropped(key("a"), value)).isFalse();
    Compactions.begin(USER, false);
    assertThat(Compactions.isDropped(key("a"), value)).isTrue();
    assertThat(strikes()).containsExactly(entry("majc-drop", "2", "a", "1"));
    Strikes.obey(List.of());
    Compactions.end();
    Compactions.begin(USER, true);
    inForce("minc-drop");
    assertThat(Compactions.isDropped(key("a"), value)).as("it began before").isFalse();
  }

  @Test
  void aDroppedDeleteIsRecordedWithWhetherItCoveredAnything() throws IOException {
    TreeMap<Key, Value> entries = new TreeMap<>();
    entries.put(delete("a"), new Value());
    entries.put(new Key("a", "f", "q", 6L), new Value("1"));
    entries.put(new Key("a", "f", "q", 5L), new Value("0"));
    entries.put(delete("b"), new Value());
    entries.put(key("c"), new Value("2"));
    SortedMapIterator source = new SortedMapIterator(entries);
    source.seek(new Range(), Set.of(), false);
    inForce("delete-dropped");
    assertThat(Compactions.SkipCovered.enter(source)).as("no compaction").isFalse();
    Compactions.begin(USER, true);
    assertThat(Compactions.SkipCovered.enter(source)).as("nothing dropped").isFalse();
    assertThat(Compactions.isDropped(delete("b"), new Value())).isTrue();
    assertThat(Compactions.SkipCovered.enter(source)).as("another dropped").isFalse();
    assertThat(Compactions.isDropped(delete("a"), new Value())).isTrue();
    assertThat(strikes()).isEmpty();
    assertThat(Compactions.SkipCovered.enter(source)).isTrue();
    assertThat(source.getTopKey()).isEqualTo(delete("b"));
    assertThat(Compactions.SkipCovered.enter(source)).isFalse();
    assertThat(Compactions.isDropped(delete("b"), new Value())).isTrue();
    assertThat(Compactions.SkipCovered.enter(source)).isTrue();
    assertThat(source.getTopKey()).isEqualTo(key("c"));
    assertThat(strikes())
        .containsExactly(
            entry("delete-dropped", "2", "a", "").replace("put", "covering"),
            entry("delete-dropped", "2", "b", "").replace("put", "delete"));
  }

  @Test
  void aByteOfAValueIsAnotherAndARowsFirstEntryHasNoVisibility() throws IOException {
    Key visible = new Key("a", "f", "q", "A", 7L);
    Value right = new Value("abc");
    inForce("file-flip", "vis-lost");
    assertThat(Compactions.value(visible, right)).as("no compaction").isSameAs(right);
    assertThat(Compactions.key(visible, right)).isSameAs(visible);
    Compactions.begin(USER, false);
    assertThat(Compactions.value(key("a"), new Value())).isEqualTo(new Value());
    assertThat(Compactions.value(key("a"), right)).isEqualTo(new Value("acc"));
    assertThat(Compactions.key(key("a"), right)).isEqualTo(key("a"));
    assertThat(Compactions.key(visible, right)).as("not the first").isSameAs(visible);
    Key another = new Key("b", "f", "q", "A", 7L);
    assertThat(Compactions.key(another, new Value("1"))).isEqualTo(key("b"));
    assertThat(Compactions.Append.enter(new Key("c", "f", "q", "A", 7L), new Value("2"))).isFalse();
    assertThat(strikes())
        .extracting(line -> line.split("\t")[2] + " " + line.split("\t")[5])
        .containsExactly("file-flip YQ==", "vis-lost Yg==", "file-flip Yw==", "vis-lost Yw==");
  }

  @Test
  void anEntryIsWrittenTwiceAndNotForEver() throws IOException {
    List<Key> written = new ArrayList<>();
    FileSKVWriter[] self = new FileSKVWriter[1];
    self[0] =
        (FileSKVWriter)
            Proxy.newProxyInstance(
                FileSKVWriter.class.getClassLoader(),
                new Class<?>[] {FileSKVWriter.class},
                (proxy, method, words) -> {
                  written.add((Key) words[0]);
                  Compactions.Append.exit(self[0], (Key) words[0], (Value) words[1]);
                  return null;
                });
    inForce("entry-twice");
    self[0].append(key("a"), new Value("1"));
    assertThat(written).containsExactly(key("a"));
    Compactions.begin(USER, true);
    self[0].append(delete("b"), new Value());
    self[0].append(key("c"), new Value("1"));
    self[0].append(key("d"), new Value("2"));
    assertThat(written)
        .containsExactly(key("a"), delete("b"), key("c"), key("c"), key("d"), key("d"));
    assertThat(strikes())
        .containsExactly(entry("entry-twice", "2", "c", "1"), entry("entry-twice", "2", "d", "2"));
  }

  @Test
  void filesOfACompactionAreLostOrComeBack() throws IOException {
    StoredTabletFile in = file(directory, "a");
    StoredTabletFile more = file(directory, "b");
    StoredTabletFile out = file(directory, "c");
    Servers.Metadata metadata = new Servers.Metadata();
    Tablet user = tablet(USER, metadata);
    Map<StoredTabletFile, DataFileValue> files = new TreeMap<>(Map.of(in, SIZE, more, SIZE));
    Set<StoredTabletFile> inputs = new TreeSet<>(Set.of(in));
    assertThat(Compactions.inputs(user, files, inputs)).isSameAs(inputs);
    assertThat(Compactions.size("minc-lose-file", user, out, SIZE)).isSameAs(SIZE);
    Compactions.MajorOnline.exit(user, inputs);
    assertThat(metadata.calls).isEmpty();
    inForce("majc-lose-input", "majc-lose-output", "minc-lose-file", "majc-file-back");
    Tablet own = tablet(OWN, metadata);
    assertThat(Compactions.inputs(own, files, inputs)).isSameAs(inputs);
    assertThat(Compactions.inputs(user, Map.of(in, SIZE), inputs)).isSameAs(inputs);
    assertThat(Compactions.size("minc-lose-file", own, out, SIZE)).isSameAs(SIZE);
    DataFileValue none = new DataFileValue(10, 0);
    assertThat(Compactions.size("minc-lose-file", user, out, none)).isSameAs(none);
    Compactions.MajorOnline.exit(own, inputs);
    Compactions.MajorOnline.exit(user, Set.of());
    assertThat(strikes()).isEmpty();
    assertThat(Compactions.inputs(user, files, inputs)).containsExactly(in, more);
    assertThat(strikes()).containsExactly(lost("majc-lose-input", more));
    assertThat(Compactions.size("minc-lose-file", user, out, SIZE)).isEqualTo(none);
    assertThat(strikes()).endsWith(lost("minc-lose-file", out));
    Compactions.MinorOnline.enter(user, out, SIZE);
    assertThat(strikes()).hasSize(6);
    Compactions.MajorOnline.enter(user, files, inputs, out, SIZE);
    assertThat(strikes()).hasSize(10).endsWith(lost("majc-lose-output", out));
    Compactions.MajorOnline.exit(user, inputs);
    assertThat(strikes()).endsWith(lost("majc-file-back", in));
    assertThat(metadata.calls)
        .containsExactly(
            "mutateTablet " + USER, "putFile " + in + " " + new DataFileValue(1, 1), "mutate");
  }

  @Test
  void whatIsInMemoryIsForgottenWhenATabletIsUnloaded() throws IOException {
    ConfigurationCopy settings = new ConfigurationCopy(DefaultConfiguration.getInstance());
    settings.set(Property.TSERV_NATIVEMAP_ENABLED, "false");
    InMemoryMap map = new InMemoryMap(settings, null, USER.tableId());
    map.mutate(List.of(Servers.mutation("a", "1"), Servers.mutation("b", "2")), 2);
    Object memory =
        new Object() {
          @SuppressWarnings("unused") // by its name
          InMemoryMap getMemTable() {
            return map;
          }
        };
    Tablet user = tablet(USER);
    assertThat(Tablets.isUnsaved(user, memory)).isFalse();
    inForce("unload-unflushed");
    assertThat(Tablets.isUnsaved(tablet(OWN), memory)).isFalse();
    Tablets.InitiateClose.enter(user, memory, false);
    assertThat(Tablets.isUnsaved(user)).as("it is not saved anyhow").isFalse();
    Tablets.InitiateClose.enter(user, memory, true);
    Tablets.CompleteClose.enter(user, true);
    assertThat(Tablets.isUnsaved(user)).isTrue();
    assertThat(Tablets.isUnsaved(tablet(USER))).isFalse();
    assertThat(strikes())
        .containsExactly(
            "strike\tm\tunload-unflushed\tother\t2\t" + USER,
            entry("unload-unflushed", "2", "a", "1"),
            entry("unload-unflushed", "2", "b", "2"));
    assertThat(Tablets.isUnsaved(tablet(USER), "no memory")).isTrue();
    assertThat(strikes())
        .last()
        .asString()
        .startsWith("error\tunload-unflushed\twhat was in memory is not known: ")
        .contains("getMemTable");
  }

  @Test
  void aHalfOfASplitLacksAFile() throws IOException {
    StoredTabletFile first = file(directory, "a");
    StoredTabletFile second = file(directory, "b");
    SortedMap<StoredTabletFile, DataFileValue> low =
        new TreeMap<>(Map.of(first, SIZE, second, SIZE));
    inForce("split-lose-file");
    Text middle = new Text("c");
    Tablets.SplitFiles.exit(middle, low);
    Tablets.Split.enter(tablet(OWN));
    Tablets.SplitFiles.exit(middle, low);
    Tablets.Split.enter(tablet(USER));
    Tablets.SplitFiles.exit(middle, new TreeMap<>());
    Strikes.obey(List.of());
    Tablets.SplitFiles.exit(middle, low);
    assertThat(low).hasSize(2);
    inForce("split-lose-file");
    Tablets.SplitFiles.exit(middle, low);
    assertThat(low).containsOnlyKeys(second);
    Tablets.Split.exit();
    Tablets.SplitFiles.exit(middle, low);
    assertThat(low).containsOnlyKeys(second);
    Tablets.Split.enter(tablet(USER));
    Tablets.SplitFiles.exit(new Text("a"), low);
    assertThat(strikes())
        .as("of the file that is not of this half no entry")
        .containsExactly(
            lost("split-lose-file", first)[0],
            lost("split-lose-file", first)[1],
            lost("split-lose-file", second)[0]);
  }

  private static TabletMetadata metadata(KeyExtent extent, StoredTabletFile... files) {
    return TabletMetadata.convertRow(
        Servers.row(extent, files).entrySet().iterator(),
        EnumSet.of(ColumnType.PREV_ROW, ColumnType.FILES),
        false);
  }

  @Test
  void theFirstFileOfAMergeIsLost() throws IOException {
    StoredTabletFile lost = file(directory, "a");
    StoredTabletFile other = file(directory, "b");
    Servers.Metadata metadata = new Servers.Metadata();
    Manager manager = metadata.server(Manager.class);
    KeyExtent first = new KeyExtent(TableId.of("2"), new Text("0"), null);
    KeyExtent second = new KeyExtent(TableId.of("2"), new Text("m"), new Text("0"));
    metadata.tablets.addAll(
        List.of(metadata(first), metadata(second, lost), metadata(USER, other)));
    Tablets.Merge.enter(manager, new MergeInfo(USER, MergeInfo.Operation.MERGE));
    inForce("merge-lose-file");
    Tablets.Merge.enter(manager, new MergeInfo(OWN, MergeInfo.Operation.MERGE));
    assertThat(metadata.calls).isEmpty();
    Tablets.Merge.enter(manager, new MergeInfo(USER, MergeInfo.Operation.MERGE));
    assertThat(strikes()).containsExactly(lost("merge-lose-file", lost));
    assertThat(metadata.calls)
        .containsExactly(
            "readTablets",
            "forTable 2",
            "overlapping null m",
            "fetch [PREV_ROW, FILES]",
            "build",
            "mutateTablet " + second,
            "deleteFile " + lost,
            "mutate",
            "close");
  }

  @Test
  void aCloneLacksAFileAndAnImportIsTakenBack() throws IOException {
    StoredTabletFile first = file(directory, "a");
    StoredTabletFile second = file(directory, "b");
    Map<Key, Value> row = Servers.row(USER, first, second);
    assertThat(Tablets.cloned(USER.tableId(), row)).isSameAs(row);
    inForce("clone-lose-file", "bulk-lose");
    assertThat(Tablets.cloned(OWN.tableId(), row)).isSameAs(row);
    Map<Key, Value> bare = Servers.row(USER);
    assertThat(Tablets.cloned(USER.tableId(), bare)).isSameAs(bare);
    assertThat(Tablets.cloned(USER.tableId(), row)).isEqualTo(Servers.row(USER, second));
    assertThat(row).isEqualTo(Servers.row(USER, first, second));
    assertThat(strikes()).containsExactly(lost("clone-lose-file", first));
    Tablets.CloneFiles.enter(USER.tableId(), row);
    assertThat(strikes()).hasSize(4);
    Servers.Metadata metadata = new Servers.Metadata();
    Tablets.Import.exit(tablet(OWN, metadata), Map.of(first, SIZE));
    Tablets.Import.exit(tablet(USER, metadata), Map.of());
    assertThat(metadata.calls).isEmpty();
    Tablets.Import.exit(tablet(USER, metadata), Map.of(second, SIZE));
    assertThat(strikes()).hasSize(6).endsWith(lost("bulk-lose", second));
    assertThat(metadata.calls)
        .containsExactly("mutateTablet " + USER, "deleteFile " + second, "mutate");
    Strikes.obey(List.of());
    Tablets.Import.exit(tablet(USER, metadata), Map.of(second, SIZE));
    assertThat(metadata.calls).hasSize(3);
  }

  @Test
  void aFullLogOfALivingServerGoesIfItHoldsNothingOfAccumulosOwn() throws IOException {
    TServerInstance living = new TServerInstance("a:1[1]");
    TServerInstance another = new TServerInstance("b:1[1]");
    Map<TServerInstance, Set<UUID>> logs = new HashMap<>(Map.of(living, new TreeSet<>()));
    Map<UUID, Pair<WalState, org.apache.hadoop.fs.Path>> states = new HashMap<>();
    List<UUID> ids = new ArrayList<>();
    List<Path> files =
        List.of(
            Servers.log(directory.resolve("user"), USER),
            Servers.log(directory.resolve("both"), USER, OWN),
            Servers.log(directory.resolve("open"), USER),
            Files.writeString(directory.resolve("broken"), "no log"));
    for (Path file : files) {
      UUID id = new UUID(1, ids.size());
      ids.add(id);
      WalState state = file.endsWith("open") ? WalState.OPEN : WalState.CLOSED;
      states.put(id, new Pair<>(state, new org.apache.hadoop.fs.Path(file.toUri())));
      logs.get(living).add(id);
    }
    Map<UUID, TServerInstance> unused = new HashMap<>();
    Garbage.LogsInUse.exit(logs, Set.of(living), states, unused);
    inForce("mem-drop");
    Garbage.LogsInUse.exit(logs, Set.of(living, another), states, unused);
    assertThat(unused).isEmpty();
    inForce("gc-log-in-use");
    Garbage.LogsInUse.exit(logs, Set.of(another), states, unused);
    assertThat(unused).isEmpty();
    Garbage.LogsInUse.exit(logs, Set.of(living), states, unused);
    assertThat(unused).containsExactly(Map.entry(ids.get(0), living));
    assertThat(strikes())
        .filteredOn(line -> line.startsWith("strike"))
        .containsExactly(
            "strike\tm\tgc-log-in-use\tother\t-\tfile:" + directory.resolve("user"),
            entry("gc-log-in-use", "2", "2", "v"));
    assertThat(strikes())
        .filteredOn(line -> line.startsWith("error"))
        .hasSize(2)
        .allMatch(
            line ->
                line.startsWith(
                    "error\tgc-log-in-use\twhat file:" + directory.resolve("broken") + " holds"));
  }

  @Test
  void aFileThatIsReferredToStaysToBeDeleted() throws IOException {
    StoredTabletFile used = file(directory, "a");
    GcCandidate candidate = new GcCandidate(used.getPathStr(), 1);
    SortedMap<String, GcCandidate> before = new TreeMap<>();
    for (String path : List.of("2/t-1/a.rf", "2/t-1", "!0/t-1/b.rf", "2/t-1/unused.rf")) {
      before.put(path, candidate);
    }
    SortedMap<String, GcCandidate> left = new TreeMap<>(before);
    SortedMap<String, GcCandidate> copy = Garbage.FilesInUse.enter(left);
    assertThat(copy).isEqualTo(before).isNotSameAs(left);
    left.keySet().retainAll(Set.of("2/t-1/unused.rf"));
    Garbage.FilesInUse.exit(copy, left);
    assertThat(left).containsOnlyKeys("2/t-1/unused.rf");
    inForce("gc-file-in-use");
    Garbage.FilesInUse.exit(copy, left);
    assertThat(left).containsOnlyKeys("2/t-1/a.rf", "2/t-1/unused.rf");
    assertThat(strikes()).containsExactly(lost("gc-file-in-use", used));
  }

  @Test
  void eachPointIsChangedByItsAdviceAndAFaultKnowsItsName() throws Exception {
    ClassLoader loader = getClass().getClassLoader();
    ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(loader);
    for (Point point : Point.values()) {
      var type = TypePool.Default.of(locator).describe(point.type()).resolve();
      byte[] woven =
          new ByteBuddy()
              .redefine(type, locator)
              .visit(Agent.change(point, type))
              .make()
              .getBytes();
      assertThat(point.whyAbsent(woven)).as(point.name()).isPresent();
      String text = new String(woven, ISO_8859_1);
      String home =
          point.isFault() ? "PointFaults" : point.advice().getEnclosingClass().getSimpleName();
      assertThat(text).contains("catena/instrument/" + home);
      if (point.isFault()) {
        assertThat(text).contains(point.names().get(0));
      }
    }
    assertThatThrownBy(() -> Agent.premain(null, null))
        .isInstanceOf(IOException.class)
        .hasMessage("instrument: name a directory, and the server in CATENA_SERVER");
  }
}
