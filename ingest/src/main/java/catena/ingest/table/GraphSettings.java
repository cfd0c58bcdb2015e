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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that a graph is made from, when its table is: the parameters of {@link GraphSpec},
 * behind {@code graph.}, and what stands for some of them.
 */
public final class GraphSettings {
  private static final String PREFIX = "graph.";

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
          "a file of visibility expressions, one per line, instead of graph.visibilities");

  private static final Setting<Terms> VISIBILITY_TERMS =
      Setting.of(
          "graph.visibility.terms",
          "0",
          "a number to %d, or NUMBER:BYTES such as 20:1000".formatted(Terms.MOST),
          "terms that no authorizations hold and that are or-ed to each visibility, and the bytes of"
              + " the whole, however many they are (100)",
          Terms::parse);

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
          Setting.ofLong("graph.row.min", 0, 0, Long.MAX_VALUE, "smallest row (inclusive)"),
          Setting.ofLong(
              "graph.row.max", Long.MAX_VALUE, 1, Long.MAX_VALUE, "largest row (exclusive)"),
          Setting.ofInt(
              "graph.flush.interval",
              100_000,
              1,
              1 << 30,
              "nodes in a window; one flush acknowledges a window (the paper's n1)"),
          Setting.ofInt("graph.depth", 25, 1, 1 << 20, "windows in a block (the paper's n2)"),
          Setting.ofInt("graph.max.cf", 32767, 1, 65536, "column families are below this number"),
          Setting.ofInt("graph.max.cq", 32767, 1, 65536, "column qualifiers are below this number"),
          VISIBILITIES,
          VISIBILITIES_FILE,
          Setting.ofEnum(
              "graph.visibility.scope",
              VisibilityScope.BLOCK,
              "whether each block or each node draws a visibility; unique: each node, and its row is"
                  + " one more term of it, so that no two are the same"),
          VISIBILITY_TERMS,
          Setting.ofBoolean("graph.checksum", true, "whether values end with a CRC-32"),
          Setting.of(
              "graph.payload",
              "none",
              "none, fixed:SIZE or zipf:MIN:MAX:EXPONENT, sizes in bytes",
              "what values carry besides their link",
              Payload::parse),
          Setting.of(
              "graph.links",
              "even",
              "even, power:EXPONENT or power:EXPONENT:by-row",
              "how often nodes are referred to: each once, or by a power law with hot rows (by-row:"
                  + " tablets)",
              Links::parse),
          Setting.of(
              "graph.rows",
              "even",
              "even, power:EXPONENT or ordered",
              "how rows lie in their range: evenly; by a power law, most of them low; or in the order"
                  + " in which they are written, without table.splits",
              RowLaw::parse),
          Setting.ofDouble(
              "graph.delete.probability",
              0,
              0,
              1,
              "the probability that a complete block is deleted instead of closed"),
          Setting.ofInt(
              "graph.columns",
              1,
              1,
              Cells.MOST,
              "cells of each row, put by one mutation, each in its own family; above 1 without"
                  + " imports, copies and moru"),
          Setting.ofInt(
              "graph.copies",
              1,
              1,
              Cells.MOST,
              "how often each mutation puts its entry, with one time that the writer gives; above 1"
                  + " with table.versions=every, and without imports and updates"),
          Setting.of(
              "graph.updates",
              "none",
              "none or PASSES:DISTRIBUTION[:timed], such as 20:zipfian",
              "how often nodes of a closed block are written again, in passes of graph.flush.interval"
                  + " updates each, and which of them: uniform, zipfian"
                  + " (YCSB's), zipf:EXPONENT, hotspot:SET:OPERATIONS, exponential:PERCENTILE:PART;"
                  + " timed: the writer gives each its time, and a flush may hold two of one node",
              Updates::parse),
          SEED);

  private GraphSettings() {}

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
    Map<String, String> asked = texts(build(settings, existing, true));
    List<String> differences = new ArrayList<>();
    texts(existing)
        .forEach(
            (key, value) -> {
              if (!asked.get(key).equals(value)) {
                differences.add(
                    "graph.%s is %s in the table, not %s".formatted(key, value, asked.get(key)));
              }
            });
    return differences;
  }

  /** The parameters of a graph, as settings say them. */
  private static Map<String, String> texts(GraphSpec spec) {
    Map<String, String> texts = spec.parameters();
    texts.put("visibility.terms", spec.visibilityTerms().text());
    texts.remove("visibility.bytes"); // said with their number
    return texts;
  }

  private static GraphSpec build(Settings settings, GraphSpec base, boolean onlyGiven) {
    Map<String, String> asked = base.parameters();
    for (Setting<?> setting : ALL) {
      Object unused = settings.get(setting);
      String text = settings.effective().get(setting.key()).strip().toLowerCase(Locale.ROOT);
      if (!text.isEmpty() && counts(settings, setting, onlyGiven)) {
        asked.replace(setting.key().substring(PREFIX.length()), text);
      }
    }
    if (counts(settings, VISIBILITY_TERMS, onlyGiven)) {
      Terms terms = settings.get(VISIBILITY_TERMS);
      asked.put("visibility.terms", Integer.toString(terms.number()));
      asked.put("visibility.bytes", Integer.toString(terms.bytes()));
    }
    visibilities(settings, onlyGiven).ifPresent(all -> asked.put("visibilities", all));
    if (!onlyGiven) {
      long rowMin = Long.parseLong(asked.get("row.min"));
      long rowMax = Long.parseLong(asked.get("row.max"));
      int flushInterval = Integer.parseInt(asked.get("flush.interval"));
      int writers = GraphSpec.defaultWriters(rowMin, rowMax, flushInterval);
      asked.put("writers", Integer.toString(writers));
    }
    try {
      return GraphSpec.fromProperties(asked);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage().lines().map(line -> "graph: " + line).toList());
    }
  }

  private static boolean counts(Settings settings, Setting<?> setting, boolean onlyGiven) {
    return !onlyGiven || settings.origin(setting.key()).isPresent();
  }

  /** The text of the visibilities that count, if any do. */
  private static Optional<String> visibilities(Settings settings, boolean onlyGiven) {
    String file = settings.get(VISIBILITIES_FILE);
    boolean given = settings.origin(VISIBILITIES.key()).isPresent();
    List<String> listed = settings.get(VISIBILITIES);
    if (file.isEmpty()) {
      return given || !onlyGiven ? Optional.of(GraphSpec.join(listed)) : Optional.empty();
    }
    if (given && !listed.equals(List.of(""))) {
      throw new UsageException(
          "graph.visibilities and graph.visibilities.file are both given; leave one out");
    }
    return Optional.of(GraphSpec.join(VisibilityList.read(VISIBILITIES_FILE.key(), file)));
  }
}
