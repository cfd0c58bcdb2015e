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

  private static final String UPDATES = "updates";
  private static final String LINKS = "links";
  private static final String TERMS = "visibility.terms";
  private static final String TERM_BYTES = "visibility.bytes";
  private static final String TAKEN_OVER = "taken.over";
  private static final String COLUMNS = "columns";
  private static final String COPIES = "copies";
  private static final String ROWS = "rows";
  private static final Set<String> SOMETIMES =
      Set.of(UPDATES, LINKS, TERMS, TERM_BYTES, TAKEN_OVER, COLUMNS, COPIES, ROWS);

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

  /** A graph without updates, with even links and rows, and no terms in the visibilities. */
  public GraphSpec(
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
      int writers) {
    this(
        version,
        seed,
        rowMin,
        rowMax,
        flushInterval,
        depth,
        maxFamily,
        maxQualifier,
        visibilities,
        visibilityScope,
        checksum,
        payload,
        deleteProbability,
        writers,
        Updates.NONE,
        Links.EVEN,
        Terms.NONE,
        false,
        Cells.ONE,
        RowLaw.EVEN);
  }

  /** The same graph with other updates. */
  public GraphSpec with(Updates others) {
    return with(others, links, visibilityScope, visibilityTerms, takenOver, cells, rows);
  }

  /** The same graph with other links. */
  public GraphSpec with(Links others) {
    return with(updates, others, visibilityScope, visibilityTerms, takenOver, cells, rows);
  }

  /** The same graph with other terms in its visibilities, and another scope of these. */
  public GraphSpec with(VisibilityScope scope, Terms terms) {
    return with(updates, links, scope, terms, takenOver, cells, rows);
  }

  /** The same graph in a table that holds entries of the existing suite already. */
  public GraphSpec overOthers() {
    return with(updates, links, visibilityScope, visibilityTerms, true, cells, rows);
  }

  /** The same graph with other cells. */
  public GraphSpec with(Cells others) {
    return with(updates, links, visibilityScope, visibilityTerms, takenOver, others, rows);
  }

  /** The same graph with another distribution of rows. */
  public GraphSpec with(RowLaw others) {
    return with(updates, links, visibilityScope, visibilityTerms, takenOver, cells, others);
  }

  private GraphSpec with(
      Updates updated,
      Links linked,
      VisibilityScope scope,
      Terms terms,
      boolean over,
      Cells put,
      RowLaw lie) {
    return new GraphSpec(
        version,
        seed,
        rowMin,
        rowMax,
        flushInterval,
        depth,
        maxFamily,
        maxQualifier,
        visibilities,
        scope,
        checksum,
        payload,
        deleteProbability,
        writers,
        updated,
        linked,
        terms,
        over,
        put,
        lie);
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
        new Payload.None(),
        0,
        defaultWriters(0, Long.MAX_VALUE, 1_000_000));
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
    Map<String, String> text = new LinkedHashMap<>();
    text.put("version", Integer.toString(version));
    text.put("seed", Long.toString(seed));
    text.put("row.min", Long.toString(rowMin));
    text.put("row.max", Long.toString(rowMax));
    text.put("flush.interval", Integer.toString(flushInterval));
    text.put("depth", Integer.toString(depth));
    text.put("max.cf", Integer.toString(maxFamily));
    text.put("max.cq", Integer.toString(maxQualifier));
    text.put("visibilities", TextList.join(visibilities));
    text.put("visibility.scope", visibilityScope.text());
    text.put("checksum", Boolean.toString(checksum));
    text.put("payload", payload.text());
    text.put("delete.probability", Double.toString(deleteProbability));
    text.put("writers", Integer.toString(writers));
    put(text, !updates.isNone(), UPDATES, updates.text());
    put(text, !links.even(), LINKS, links.text());
    // Also for unique ones alone: an earlier version must refuse what it would read as block.
    boolean terms = visibilityTerms.number() > 0 || visibilityScope == VisibilityScope.UNIQUE;
    put(text, terms, TERMS, Integer.toString(visibilityTerms.number()));
    put(text, terms, TERM_BYTES, Integer.toString(visibilityTerms.bytes()));
    put(text, takenOver, TAKEN_OVER, "true");
    put(text, cells.columns() > 1, COLUMNS, Integer.toString(cells.columns()));
    put(text, cells.copies() > 1, COPIES, Integer.toString(cells.copies()));
    put(text, !rows.even(), ROWS, rows.text());
    return text;
  }

  private static void put(Map<String, String> text, boolean said, String key, String value) {
    if (said) {
      text.put(key, value);
    }
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
    unknown.removeAll(SOMETIMES);
    if (!missing.isEmpty() || !unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "graph parameters missing: " + missing + ", unknown: " + unknown);
    }
    return new GraphSpec(
        Integer.parseInt(text.get("version")),
        Long.parseLong(text.get("seed")),
        Long.parseLong(text.get("row.min")),
        Long.parseLong(text.get("row.max")),
        Integer.parseInt(text.get("flush.interval")),
        Integer.parseInt(text.get("depth")),
        Integer.parseInt(text.get("max.cf")),
        Integer.parseInt(text.get("max.cq")),
        TextList.split(text.get("visibilities")),
        VisibilityScope.parse(text.get("visibility.scope")),
        Boolean.parseBoolean(text.get("checksum")),
        Payload.parse(text.get("payload")),
        Double.parseDouble(text.get("delete.probability")),
        Integer.parseInt(text.get("writers")),
        Updates.parse(text.getOrDefault(UPDATES, "none")),
        Links.parse(text.getOrDefault(LINKS, Links.EVEN.text())),
        new Terms(
            Integer.parseInt(text.getOrDefault(TERMS, "0")),
            Integer.parseInt(text.getOrDefault(TERM_BYTES, "0"))),
        Boolean.parseBoolean(text.get(TAKEN_OVER)),
        new Cells(
            Integer.parseInt(text.getOrDefault(COLUMNS, "1")),
            Integer.parseInt(text.getOrDefault(COPIES, "1"))),
        RowLaw.parse(text.getOrDefault(ROWS, RowLaw.EVEN.text())));
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
