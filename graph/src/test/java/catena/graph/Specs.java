// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.RowLaw;
import catena.graph.function.Terms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Graphs that tests share: small ones, whose every row can be tried, and wide ones. */
public final class Specs {
  private Specs() {}

  /** A graph without updates, with even links and rows, and no terms in the visibilities. */
  public static GraphSpec of(
      int version,
      long seed,
      long rowMin,
      long rowMax,
      int flushInterval,
      int depth,
      int maxFamily,
      int maxQualifier,
      List<String> visibilities,
      GraphSpec.VisibilityScope scope,
      boolean checksum,
      Payload payload,
      double deleteProbability,
      int writers) {
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
        Updates.NONE,
        Links.EVEN,
        Terms.NONE,
        false,
        Cells.ONE,
        RowLaw.EVEN);
  }

  public static GraphSpec of(
      long seed, long min, long max, int flushInterval, int depth, int writers) {
    return of(
        GraphSpec.VERSION,
        seed,
        min,
        max,
        flushInterval,
        depth,
        300,
        40,
        List.of("", "A", "A&B"),
        GraphSpec.VisibilityScope.BLOCK,
        true,
        Payload.NONE,
        0.4,
        writers);
  }

  /** A wide graph whose families are below a number. */
  static GraphSpec families(int maxFamily) {
    Map<String, String> text = new LinkedHashMap<>(GraphSpec.ofSeed(1).toProperties());
    text.put("max.cf", Integer.toString(maxFamily));
    return GraphSpec.fromProperties(text);
  }

  static GraphSpec with(GraphSpec spec, Payload payload, boolean checksum) {
    return with(spec, spec.visibilities(), GraphSpec.VisibilityScope.NODE, payload, checksum);
  }

  private static GraphSpec with(
      GraphSpec spec,
      List<String> visibilities,
      GraphSpec.VisibilityScope scope,
      Payload payload,
      boolean checksum) {
    return of(
        spec.version(),
        spec.seed(),
        spec.rowMin(),
        spec.rowMax(),
        spec.flushInterval(),
        spec.depth(),
        spec.maxFamily(),
        spec.maxQualifier(),
        visibilities,
        scope,
        checksum,
        payload,
        spec.deleteProbability(),
        spec.writers());
  }

  /** The same with expressions that may have terms, as many as are asked for, in 90 bytes. */
  public static GraphSpec labelled(GraphSpec spec, GraphSpec.VisibilityScope scope, int terms) {
    List<String> named = List.of("A", "A&B", "C|\"odd & long\"");
    return terms(with(spec, named, scope, spec.payload(), spec.checksum()), scope, terms);
  }

  private static GraphSpec terms(GraphSpec spec, GraphSpec.VisibilityScope scope, int terms) {
    Map<String, String> text = spec.toProperties();
    text.put("visibility.scope", scope.name().toLowerCase(Locale.ROOT));
    text.put("visibility.terms", Integer.toString(terms));
    text.put("visibility.bytes", "90");
    return GraphSpec.fromProperties(text);
  }

  /** Graphs of all shapes; the first ones have few rows. */
  static List<GraphSpec> all() {
    return List.of(
        of(1, 0, 1200, 7, 3, 5),
        of(2, 1000, 1640, 10, 4, 1),
        of(3, 5, 4101, 1, 2, 16),
        of(4, 17, 5000, 64, 1, 3),
        of(5, 0, 40, 5, 2, 4),
        of(6, Long.MAX_VALUE - 9999, Long.MAX_VALUE, 13, 5, 8),
        of(7, 0, Long.MAX_VALUE, 1, 3, 65536),
        of(8, 0, Long.MAX_VALUE, 500, 25, 65536),
        of(9, 0, Long.MAX_VALUE, 1_000_000, 25, 65536),
        of(10, 1L << 40, 1L << 50, 1000, 10, 100));
  }

  static List<GraphSpec> small() {
    List<GraphSpec> small = new ArrayList<>(all().subList(0, 6));
    small.addAll(uneven().subList(0, 5));
    return small;
  }

  /** Graphs whose rows do not lie evenly; the first ones have few rows. */
  static List<GraphSpec> uneven() {
    return List.of(
        of(31, 0, 30_000, 7, 3, 5).with("rows", "power:1.0"),
        of(32, 1000, 5640, 10, 4, 1).with("rows", "power:0.3"),
        of(33, 5, 40_101, 16, 1, 2).with("rows", "power:2.0"),
        of(34, 0, 1200, 7, 3, 5).with("rows", "ordered"),
        of(35, 17, 700, 1, 2, 16).with("rows", "ordered"),
        of(36, 0, Long.MAX_VALUE, 1_000_000, 25, 65536).with("rows", "power:1.0"),
        of(37, 1L << 40, 1L << 60, 3000, 10, 100).with("rows", "power:4.0"),
        of(38, 0, Long.MAX_VALUE, 1_000_000, 25, 65536).with("rows", "ordered"));
  }

  /** All of both kinds. */
  static List<GraphSpec> allAndUneven() {
    List<GraphSpec> both = new ArrayList<>(all());
    both.addAll(uneven());
    return both;
  }
}
