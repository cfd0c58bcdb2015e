// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.harness.accumulo.TableName;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.apache.accumulo.core.client.Durability;
import org.apache.hadoop.io.Text;

/** The settings that a table is made from, besides its graph's. */
public final class TableSettings {
  /** What to do about a table that exists. */
  enum Existing {
    /** An error. */
    FAIL,
    /** It is taken as it is, if its graph agrees with the settings. */
    USE,
    /** It holds entries of accumulo-testing, which stay, and gets a graph in addition. */
    TAKEOVER
  }

  private static final int MOST_SPLITS = 10_000_000;

  private static final Setting<Integer> SPLITS =
      Setting.ofInt(
          "table.splits",
          0,
          0,
          MOST_SPLITS,
          "number of split points, so that tablets get as many rows as one another");

  private static final Setting<Integer> SPLITS_PER_TSERVER =
      Setting.ofInt(
          "table.splits.per.tserver",
          0,
          0,
          100_000,
          "tablets for each tablet server, instead of table.splits");

  private static final Setting<SortedMap<String, String>> PROPERTIES =
      Setting.ofPrefix(
          "table.prop.",
          "a property of the table: table.prop.table.split.threshold=64M sets"
              + " table.split.threshold");

  private static final Setting<Durability> DURABILITY =
      Setting.ofEnum("table.durability", Durability.DEFAULT, "durability of acknowledged writes");

  private static final Setting<Existing> EXISTS =
      Setting.ofEnum(
          "table.exists",
          Existing.FAIL,
          "what to do if the table exists: stop with an error, use it as it is, or take over what"
              + " accumulo-testing wrote, whose entries stay with the graph's");

  private static final Setting<Boolean> EVERY_VERSION =
      Setting.ofWord(
          "table.versions",
          "newest",
          ImmutableMap.of("newest", false, "every", true),
          "which versions of an entry the table returns; every: it has no VersioningIterator, and"
              + " their number is checked, too");

  private static final Setting<Boolean> SUMMARIES =
      Setting.ofBoolean(
          "table.summaries",
          false,
          "whether servers judge each entry of the table as they write it into a file, and keep the"
              + " counts with the file; they need two jars of Catena's for it");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(
          TableName.SETTING,
          SPLITS,
          SPLITS_PER_TSERVER,
          PROPERTIES,
          DURABILITY,
          EXISTS,
          EVERY_VERSION,
          SUMMARIES);

  /** Those that say where a table is to be split. */
  public static final List<Setting<?>> WHERE = List.of(SPLITS, SPLITS_PER_TSERVER);

  /** Those that can be changed of a table that exists. */
  public static final List<Setting<?>> CHANGEABLE = List.of(PROPERTIES, DURABILITY);

  private static final String DURABILITY_PROPERTY = "table.durability";

  /** Prefixes below which users choose names (Property.java of Accumulo 2.1). */
  private static final List<String> OPEN =
      List.of(
          "table.compaction.configurer.opts.",
          "table.compaction.dispatcher.opts.",
          "table.compaction.selector.opts.",
          "table.constraint.",
          "table.crypto.opts.",
          "table.custom.",
          "table.group.",
          "table.iterator.",
          "table.majc.compaction.strategy.opts.",
          "table.replication.target.",
          "table.sampler.opt.",
          "table.scan.dispatcher.opts.",
          "table.summarizer.");

  private TableSettings() {}

  /**
   * The split points that the settings ask for.
   *
   * @return computes them for a number of tablet servers
   * @throws UsageException if more than one way is given, or the one that is cannot be followed
   */
  public static IntFunction<NavigableSet<Text>> splits(Settings settings, GraphSpec spec) {
    int number = settings.get(SPLITS);
    int perTserver = settings.get(SPLITS_PER_TSERVER);
    if (number > 0 && perTserver > 0) {
      throw new UsageException("table.splits and table.splits.per.tserver: give one of them only");
    }
    if (isSplit(settings) && spec.rows().ordered()) {
      throw new UsageException(
          "Rows in order (graph.rows=ordered) lie the further on the more are written, so that a table has no points for them beforehand: leave out table.splits and table.splits.per.tserver");
    }
    if (perTserver > 0) {
      return servers -> splitPoints(spec, Math.max(1, servers) * perTserver - 1);
    }
    NavigableSet<Text> rows = number == 0 ? new TreeSet<>() : splitPoints(spec, number);
    return servers -> rows;
  }

  /** Whether the settings ask for any split; they must have those of {@link #WHERE}. */
  public static boolean isSplit(Settings settings) {
    return settings.get(SPLITS) > 0 || settings.get(SPLITS_PER_TSERVER) > 0;
  }

  /**
   * The table properties that the settings ask for.
   *
   * @throws UsageException if the durability is given twice
   */
  public static Map<String, String> properties(Settings settings) {
    Map<String, String> properties = new TreeMap<>(settings.get(PROPERTIES));
    durability(settings)
        .ifPresent(
            text -> {
              if (properties.put(DURABILITY_PROPERTY, text) != null) {
                throw new UsageException(
                    "table.durability and table.prop.table.durability: give one of them only");
              }
            });
    return properties;
  }

  /**
   * Checks names of properties: Accumulo itself accepts any, and a misspelt one has no effect.
   *
   * @param known all properties of the instance, defaults included
   * @throws UsageException naming each that is unknown
   */
  public static void checkKnown(Set<String> names, Set<String> known) {
    List<String> problems =
        names.stream()
            .filter(name -> !known.contains(name) && OPEN.stream().noneMatch(name::startsWith))
            .sorted()
            .map(name -> "table.prop." + name + ": this instance knows no property " + name)
            .toList();
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
  }

  private static Optional<String> durability(Settings settings) {
    Durability durability = settings.get(DURABILITY);
    return durability == Durability.DEFAULT
        ? Optional.empty()
        : Optional.of(durability.name().toLowerCase(Locale.ROOT));
  }

  static boolean returnsEveryVersion(Settings settings) {
    return settings.get(EVERY_VERSION);
  }

  static boolean isSummarized(Settings settings) {
    return settings.get(SUMMARIES);
  }

  static Existing existing(Settings settings) {
    return settings.get(EXISTS);
  }

  /**
   * Split points so that tablets have equally many nodes: at even distances if rows lie evenly.
   *
   * @throws UsageException if the range is too small
   */
  private static NavigableSet<Text> splitPoints(GraphSpec spec, int number) {
    if (spec.rows().even()) {
      return even(spec.rowMin(), spec.rowMax(), number);
    }
    Graph graph = new Graph(spec);
    NavigableSet<Text> rows = new TreeSet<>();
    for (int i = 1; i <= number; i++) {
      rows.add(new Text(NodeCodec.rowText(graph.rowAt(i / (number + 1.0), 0))));
    }
    if (rows.size() < number) {
      throw new UsageException(
          number + " splits do not fit between rows of graph.rows=" + spec.rows().text());
    }
    return rows;
  }

  /**
   * Split points at even distances in a range of rows; {@code number} split points make one tablet
   * more.
   *
   * @throws UsageException if the range is too small
   */
  static NavigableSet<Text> even(long rowMin, long rowMax, int number) {
    if (number >= rowMax - rowMin) {
      throw new UsageException(
          number + " splits do not fit between the " + (rowMax - rowMin) + " rows; give fewer");
    }
    long range = rowMax - rowMin;
    long tablets = number + 1L;
    NavigableSet<Text> rows = new TreeSet<>();
    for (int i = 1; i <= number; i++) {
      long offset = range / tablets * i + range % tablets * i / tablets; // none overflows
      rows.add(new Text(NodeCodec.rowText(rowMin + offset)));
    }
    return rows;
  }
}
