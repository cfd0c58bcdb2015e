// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import catena.graph.Cells;
import catena.graph.GraphSpec;
import catena.graph.GraphSpec.VisibilityScope;
import catena.graph.Links;
import catena.graph.Payload;
import catena.graph.Updates;
import catena.graph.function.RowLaw;
import catena.graph.function.Terms;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings that a graph is made from, when its table is. */
public final class GraphSettings {
  /** The least row. */
  public static final Setting<Long> ROW_MIN =
      Setting.ofLong("graph.row.min", 0, 0, Long.MAX_VALUE, "smallest row (inclusive)");

  /** The row after the greatest. */
  public static final Setting<Long> ROW_MAX =
      Setting.ofLong("graph.row.max", Long.MAX_VALUE, 1, Long.MAX_VALUE, "largest row (exclusive)");

  private static final Setting<Integer> FLUSH_INTERVAL =
      Setting.ofInt(
          "graph.flush.interval",
          100_000,
          1,
          1 << 30,
          "nodes in a window; one flush acknowledges a window (the paper's n1)");

  private static final Setting<Integer> DEPTH =
      Setting.ofInt("graph.depth", 25, 1, 1 << 20, "windows in a block (the paper's n2)");

  private static final Setting<Integer> MAX_CF =
      Setting.ofInt("graph.max.cf", 32767, 1, 65536, "column families are below this number");

  private static final Setting<Integer> MAX_CQ =
      Setting.ofInt("graph.max.cq", 32767, 1, 65536, "column qualifiers are below this number");

  private static final Setting<List<String>> VISIBILITIES =
      Setting.of(
          "graph.visibilities",
          "",
          "visibility expressions separated by commas",
          "the visibility expressions that blocks draw from; an empty one in the list counts",
          VisibilityList::parse);

  private static final Setting<String> VISIBILITIES_FILE =
      Setting.ofString(
          "graph.visibilities.file",
          "",
          "a file of visibility expressions, one per line, instead of graph.visibilities");

  private static final Setting<VisibilityScope> VISIBILITY_SCOPE =
      Setting.ofEnum(
          "graph.visibility.scope",
          VisibilityScope.class,
          VisibilityScope.BLOCK,
          "whether each block or each node draws a visibility; unique: each node, and its row is"
              + " one more term of it, so that no two are the same");

  private static final Setting<Terms> VISIBILITY_TERMS =
      Setting.of(
          "graph.visibility.terms",
          "0",
          "a number to %d, or NUMBER:BYTES such as 20:1000".formatted(Terms.MOST),
          "terms that no authorizations hold and that are or-ed to each visibility, and the bytes of"
              + " the whole, however many they are (100)",
          Terms::parse);

  private static final Setting<Boolean> CHECKSUM =
      Setting.ofBoolean("graph.checksum", true, "whether values end with a CRC-32");

  private static final Setting<Payload> PAYLOAD =
      Setting.of(
          "graph.payload",
          "none",
          "none, fixed:SIZE or zipf:MIN:MAX:EXPONENT, sizes in bytes",
          "what values carry besides their link",
          Payload::parse);

  private static final Setting<Links> LINKS =
      Setting.of(
          "graph.links",
          "even",
          "even, power:EXPONENT or power:EXPONENT:by-row",
          "how often nodes are referred to: each once, or by a power law with hot rows (by-row:"
              + " tablets)",
          Links::parse);

  private static final Setting<RowLaw> ROWS =
      Setting.of(
          "graph.rows",
          "even",
          "even, power:EXPONENT or ordered",
          "how rows lie in their range: evenly; by a power law, most of them low; or in the order"
              + " in which they are written, without table.splits",
          RowLaw::parse);

  private static final Setting<Double> DELETE_PROBABILITY =
      Setting.ofDouble(
          "graph.delete.probability",
          0,
          0,
          1,
          "the probability that a complete block is deleted instead of closed");

  private static final Setting<Integer> COLUMNS =
      Setting.ofInt(
          "graph.columns",
          1,
          1,
          Cells.MOST,
          "cells of each row, put by one mutation, each in its own family; above 1 without"
              + " imports, copies and moru");

  private static final Setting<Integer> COPIES =
      Setting.ofInt(
          "graph.copies",
          1,
          1,
          Cells.MOST,
          "how often each mutation puts its entry, with one time that the writer gives; above 1"
              + " with table.versions=every, and without imports and updates");

  private static final Setting<Updates> UPDATES =
      Setting.of(
          "graph.updates",
          "none",
          "none or PASSES:DISTRIBUTION[:timed], such as 20:zipfian",
          "how often nodes of a closed block are written again, in passes of graph.flush.interval"
              + " updates each, and which of them: uniform, zipfian"
              + " (YCSB's), zipf:EXPONENT, hotspot:SET:OPERATIONS, exponential:PERCENTILE:PART;"
              + " timed: the writer gives each its time, and a flush may hold two of one node",
          Updates::parse);

  private static final Setting<Optional<Long>> SEED =
      Setting.optional(
          Setting.ofLong(
              "graph.seed",
              0,
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              "the seed of everything random; empty: a new one is drawn; --seed sets it too"));

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(
          ROW_MIN,
          ROW_MAX,
          FLUSH_INTERVAL,
          DEPTH,
          MAX_CF,
          MAX_CQ,
          VISIBILITIES,
          VISIBILITIES_FILE,
          VISIBILITY_SCOPE,
          VISIBILITY_TERMS,
          CHECKSUM,
          PAYLOAD,
          LINKS,
          ROWS,
          DELETE_PROBABILITY,
          COLUMNS,
          COPIES,
          UPDATES,
          SEED);

  private GraphSettings() {}

  /** The seed that the settings name, if they name one. */
  public static Optional<Long> seed(Settings settings) {
    return settings.get(SEED);
  }

  /**
   * The graph that the settings ask for.
   *
   * @param drawnSeed the seed if the settings name none
   * @throws UsageException with every reason why they define no graph
   */
  public static GraphSpec fresh(Settings settings, long drawnSeed) {
    return build(settings, GraphSpec.ofSeed(drawnSeed), false);
  }

  /**
   * How the settings that were given differ from a table's graph, a line each; a setting that was
   * not given does not differ.
   *
   * @throws UsageException if those that were given define no graph together with the table's
   */
  public static List<String> differences(Settings settings, GraphSpec existing) {
    Map<String, String> asked = all(build(settings, existing, true));
    List<String> differences = new ArrayList<>();
    all(existing)
        .forEach(
            (key, value) -> {
              if (!asked.get(key).equals(value)) {
                differences.add(
                    "graph.%s is %s in the table, not %s".formatted(key, value, asked.get(key)));
              }
            });
    return differences;
  }

  /** The parameters of a graph, including those that its properties omit. */
  private static Map<String, String> all(GraphSpec spec) {
    Map<String, String> all = new LinkedHashMap<>(spec.toProperties());
    all.put("updates", spec.updates().text());
    all.put("links", spec.links().text());
    all.put("visibility.terms", spec.visibilityTerms().text());
    all.remove("visibility.bytes"); // said with their number
    all.put("columns", Integer.toString(spec.cells().columns()));
    all.put("copies", Integer.toString(spec.cells().copies()));
    all.put("rows", spec.rows().text());
    return all;
  }

  private static GraphSpec build(Settings settings, GraphSpec base, boolean onlyGiven) {
    Overlay over = new Overlay(settings, onlyGiven);
    long rowMin = over.get(ROW_MIN, base.rowMin());
    long rowMax = over.get(ROW_MAX, base.rowMax());
    int flushInterval = over.get(FLUSH_INTERVAL, base.flushInterval());
    int writers =
        onlyGiven ? base.writers() : GraphSpec.defaultWriters(rowMin, rowMax, flushInterval);
    try {
      return new GraphSpec(
          base.version(),
          seed(settings).orElse(base.seed()),
          rowMin,
          rowMax,
          flushInterval,
          over.get(DEPTH, base.depth()),
          over.get(MAX_CF, base.maxFamily()),
          over.get(MAX_CQ, base.maxQualifier()),
          visibilities(settings, over, base),
          over.get(VISIBILITY_SCOPE, base.visibilityScope()),
          over.get(CHECKSUM, base.checksum()),
          over.get(PAYLOAD, base.payload()),
          over.get(DELETE_PROBABILITY, base.deleteProbability()),
          writers,
          over.get(UPDATES, base.updates()),
          over.get(LINKS, base.links()),
          over.get(VISIBILITY_TERMS, base.visibilityTerms()),
          base.takenOver(),
          new Cells(
              over.get(COLUMNS, base.cells().columns()), over.get(COPIES, base.cells().copies())),
          over.get(ROWS, base.rows()));
    } catch (UsageException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage().lines().map(line -> "graph: " + line).toList());
    }
  }

  private static List<String> visibilities(Settings settings, Overlay over, GraphSpec base) {
    String file = settings.get(VISIBILITIES_FILE);
    List<String> listed = over.get(VISIBILITIES, base.visibilities());
    if (file.isEmpty()) {
      return listed;
    }
    if (settings.origin(VISIBILITIES.key()).isPresent()
        && !settings.get(VISIBILITIES).equals(List.of(""))) {
      throw new UsageException(
          "graph.visibilities and graph.visibilities.file are both given; leave one out");
    }
    return VisibilityList.read(VISIBILITIES_FILE.key(), file);
  }

  /** The settings, or only those that were given, over a graph. */
  private record Overlay(Settings settings, boolean onlyGiven) {
    <T> T get(Setting<T> setting, T otherwise) {
      boolean given = settings.origin(setting.key()).isPresent();
      T value = settings.get(setting);
      return given || !onlyGiven ? value : otherwise;
    }
  }
}
