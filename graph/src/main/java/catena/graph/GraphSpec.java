// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Expressions;
import catena.graph.function.Mix;
import catena.graph.function.RowLaw;
import catena.graph.function.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parameters of a graph: with them, and nothing else, every entry of its table can be computed.
 *
 * <p>They belong to the table as long as it exists; {@link #toProperties} is their only written
 * form, in {@code graph.json} and in the table's properties.
 *
 * @param version of the function; another version computes other entries
 * @param seed the seed of everything random
 * @param rowMin the least row
 * @param rowMax the row after the greatest
 * @param flushInterval nodes in a window (the paper's n1)
 * @param depth windows in a block (the paper's n2)
 * @param maxFamily column families are in {@code [0, maxFamily)}
 * @param maxQualifier column qualifiers are in {@code [0, maxQualifier)}
 * @param visibilities the column visibility expressions that decide who sees an entry, at least
 *     one; the empty one is allowed if nothing is added to them
 * @param visibilityScope whether a block or a node draws one of them
 * @param checksum whether values end in a CRC-32
 * @param payload what else values carry
 * @param deleteProbability how likely a block is deleted instead of closed
 * @param writers how many writers the rows have room for
 * @param updates how often nodes of closed blocks are written again
 * @param links to which nodes of the previous layer links point
 * @param visibilityTerms the terms or-ed to each of the visibilities
 * @param takenOver whether the table held entries of the existing suite when it got its graph,
 *     which this graph does not write, and which are no findings
 * @param cells what each write puts into its row
 * @param rows how rows are distributed over their range
 */
public record GraphSpec(
    int version,
    long seed,
    long rowMin,
    long rowMax,
    int flushInterval,
    int depth,
    int maxFamily,
    int maxQualifier,
    List<String> visibilities,
    VisibilityScope visibilityScope,
    boolean checksum,
    Payload payload,
    double deleteProbability,
    int writers,
    Updates updates,
    Links links,
    Terms visibilityTerms,
    boolean takenOver,
    Cells cells,
    RowLaw rows) {

  /** The version of the function that this code computes. */
  public static final int VERSION = 1;

  /** Parameters that were added later, as graphs have them that do not name them. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "updates", "none",
          "links", "even",
          "visibility.terms", "0",
          "visibility.bytes", "0",
          "taken.over", "false",
          "columns", "1",
          "copies", "1",
          "rows", "even");

  /** What draws its own visibility. */
  public enum VisibilityScope {
    /** One visibility for all the nodes of a block, as in the existing suite's ingest. */
    BLOCK,
    /** One for each node, as in its bulk generator. */
    NODE,
    /** The same with the row as one more term, so that no two rows have the same visibility. */
    UNIQUE;

    private String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static VisibilityScope parse(String text) {
      return Arrays.stream(values())
          .filter(scope -> scope.text().equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "visibility.scope must be block, node or unique, not '" + text + "'"));
    }
  }

  /** The same graph in a table that holds entries of the existing suite already. */
  public GraphSpec overOthers() {
    return with("taken.over", "true");
  }

  /** The same graph with another value of one parameter, both as {@link #toProperties} has them. */
  public GraphSpec with(String parameter, String value) {
    Map<String, String> text = toProperties();
    text.put(parameter, value);
    return fromProperties(text);
  }

  /** A default graph over all 63-bit rows: the paper's parameters. */
  public static GraphSpec ofSeed(long seed) {
    return new GraphSpec(
        VERSION,
        seed,
        0,
        Long.MAX_VALUE,
        1_000_000,
        25,
        32767,
        32767,
        List.of(""),
        VisibilityScope.BLOCK,
        true,
        Payload.NONE,
        0,
        defaultWriters(0, Long.MAX_VALUE, 1_000_000),
        Updates.NONE,
        Links.EVEN,
        Terms.NONE,
        false,
        Cells.ONE,
        RowLaw.EVEN);
  }

  /**
   * Refuses parameters that do not define a graph.
   *
   * @throws IllegalArgumentException naming every problem, one a line
   */
  public GraphSpec {
    visibilities = List.copyOf(visibilities);
    List<String> problems = new ArrayList<>();
    require(problems, version == VERSION, "version must be " + VERSION + ", not " + version);
    require(problems, rowMin >= 0, "row.min must not be negative: " + rowMin);
    require(
        problems,
        rowMin < rowMax,
        "row.min must be less than row.max: " + rowMin + " is not less than " + rowMax);
    require(
        problems,
        flushInterval >= 1 && flushInterval <= 1 << 30,
        "flush.interval must be in 1 to 2^30: " + flushInterval);
    require(problems, depth >= 1 && depth <= 1 << 20, "depth must be in 1 to 2^20: " + depth);
    require(
        problems,
        maxFamily >= 1 && maxFamily <= 65536,
        "max.cf must be in 1 to 65536: " + maxFamily);
    require(
        problems,
        maxQualifier >= 1 && maxQualifier <= 65536,
        "max.cq must be in 1 to 65536: " + maxQualifier);
    require(problems, !visibilities.isEmpty(), "visibilities must hold at least one expression");
    require(
        problems,
        deleteProbability >= 0 && deleteProbability <= 1,
        "delete.probability must be in 0 to 1: " + deleteProbability);
    require(problems, writers >= 1, "writers must be at least 1: " + writers);
    require(
        problems,
        updates.isNone() || flushInterval >= 2,
        "updates need a flush.interval of at least 2");
    problems.addAll(cells.problems(maxFamily, !updates.isNone()));
    Expressions.problem(visibilities, visibilityTerms, termOfRow(visibilityScope))
        .ifPresent(problems::add);
    if (problems.isEmpty()) {
      long width = Strata.leastWidth(rows, rowMax - rowMin, flushInterval);
      require(
          problems,
          width / writers >= depth,
          "the range of rows is too small: %d rows in %d strata leave %d for the windows of %d writers, and %d windows each are the least; widen row.min to row.max, or lower writers, flush.interval or depth"
                  .formatted(rowMax - rowMin, flushInterval, width, writers, depth)
              + (rows.exponent() > 0 ? ", or the exponent of rows" : ""));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  /** The size of a row in bytes if it is a term of each visibility, else 0. */
  private static int termOfRow(VisibilityScope scope) {
    return scope == VisibilityScope.UNIQUE ? NodeCodec.ROW : 0;
  }

  /** The visibilities as they are in entries, for one thread. */
  public Expressions expressions() {
    return new Expressions(visibilities, visibilityTerms, termOfRow(visibilityScope));
  }

  /**
   * For how many writers a range of rows has room by default: 65,536 if its strata are wide, else 2
   * to the power of two fifths of a stratum's bits, so that each writer has room for many windows.
   */
  public static int defaultWriters(long rowMin, long rowMax, int flushInterval) {
    long width = Math.max(1, (rowMax - rowMin) / Math.max(1, flushInterval));
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(width);
    return 1 << Math.min(16, bits * 2 / 5);
  }

  /**
   * The parameters as text, in a fixed order, which {@link #fromProperties} reads. Parameters added
   * later are left out if they have their defaults, so that an older graph keeps its text.
   */
  public Map<String, String> toProperties() {
    Map<String, String> text = parameters();
    // With unique visibilities terms are named: an earlier version must refuse what it would read
    // as block.
    boolean unique = visibilityScope == VisibilityScope.UNIQUE;
    text.entrySet()
        .removeIf(
            each ->
                each.getValue().equals(DEFAULTS.get(each.getKey()))
                    && !(unique && each.getKey().startsWith("visibility.")));
    return text;
  }

  /** All parameters as text, in the same order. */
  public Map<String, String> parameters() {
    Map<String, String> text = new LinkedHashMap<>();
    text.put("version", Integer.toString(version));
    text.put("seed", Long.toString(seed));
    text.put("row.min", Long.toString(rowMin));
    text.put("row.max", Long.toString(rowMax));
    text.put("flush.interval", Integer.toString(flushInterval));
    text.put("depth", Integer.toString(depth));
    text.put("max.cf", Integer.toString(maxFamily));
    text.put("max.cq", Integer.toString(maxQualifier));
    text.put("visibilities", join(visibilities));
    text.put("visibility.scope", visibilityScope.text());
    text.put("checksum", Boolean.toString(checksum));
    text.put("payload", payload.text());
    text.put("delete.probability", Double.toString(deleteProbability));
    text.put("writers", Integer.toString(writers));
    text.put("updates", updates.text());
    text.put("links", links.text());
    text.put("visibility.terms", Integer.toString(visibilityTerms.number()));
    text.put("visibility.bytes", Integer.toString(visibilityTerms.bytes()));
    text.put("taken.over", Boolean.toString(takenOver));
    text.put("columns", Integer.toString(cells.columns()));
    text.put("copies", Integer.toString(cells.copies()));
    text.put("rows", rows.text());
    return text;
  }

  /**
   * Reads what {@link #toProperties} wrote.
   *
   * @throws IllegalArgumentException if a parameter is missing, unknown or unsound
   */
  public static GraphSpec fromProperties(Map<String, String> text) {
    Set<String> keys = ofSeed(0).toProperties().keySet();
    Set<String> missing = new TreeSet<>(keys);
    missing.removeAll(text.keySet());
    Set<String> unknown = new TreeSet<>(text.keySet());
    unknown.removeAll(keys);
    unknown.removeAll(DEFAULTS.keySet());
    if (!missing.isEmpty() || !unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "graph parameters missing: " + missing + ", unknown: " + unknown);
    }
    Map<String, String> all = new LinkedHashMap<>(DEFAULTS);
    all.putAll(text);
    return new GraphSpec(
        Integer.parseInt(all.get("version")),
        Long.parseLong(all.get("seed")),
        Long.parseLong(all.get("row.min")),
        Long.parseLong(all.get("row.max")),
        Integer.parseInt(all.get("flush.interval")),
        Integer.parseInt(all.get("depth")),
        Integer.parseInt(all.get("max.cf")),
        Integer.parseInt(all.get("max.cq")),
        split(all.get("visibilities")),
        VisibilityScope.parse(all.get("visibility.scope")),
        Boolean.parseBoolean(all.get("checksum")),
        Payload.parse(all.get("payload")),
        Double.parseDouble(all.get("delete.probability")),
        Integer.parseInt(all.get("writers")),
        Updates.parse(all.get("updates")),
        Links.parse(all.get("links")),
        new Terms(
            Integer.parseInt(all.get("visibility.terms")),
            Integer.parseInt(all.get("visibility.bytes"))),
        Boolean.parseBoolean(all.get("taken.over")),
        new Cells(Integer.parseInt(all.get("columns")), Integer.parseInt(all.get("copies"))),
        RowLaw.parse(all.get("rows")));
  }

  /** The one text of a list: separated by commas, with commas and backslashes escaped. */
  public static String join(List<String> elements) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < elements.size(); i++) {
      text.append(i == 0 ? "" : ",");
      text.append(elements.get(i).replace("\\", "\\\\").replace(",", "\\,"));
    }
    return text.toString();
  }

  /** The list from which {@link #join} made this text. */
  static List<String> split(String text) {
    List<String> elements = new ArrayList<>();
    StringBuilder element = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        element.append(text.charAt(++i));
      } else if (c == ',') {
        elements.add(element.toString());
        element.setLength(0);
      } else {
        element.append(c);
      }
    }
    elements.add(element.toString());
    return elements;
  }

  /** Eight hex digits that differ between graphs, for messages and file headers. */
  public String fingerprint() {
    long hash = 0;
    String text = toProperties().toString();
    for (int i = 0; i < text.length(); i++) {
      hash = Mix.mix(hash, text.charAt(i));
    }
    return Hex.text(hash).substring(0, 8);
  }

  private static void require(List<String> problems, boolean sound, String problem) {
    if (!sound) {
      problems.add(problem);
    }
  }
}
