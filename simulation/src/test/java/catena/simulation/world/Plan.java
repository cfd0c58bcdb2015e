// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

import catena.graph.GraphSpec;
import catena.graph.Links;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.graph.Updates;
import catena.graph.function.Popularity;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.accumulo.core.security.Authorizations;

/**
 * What a seed is about: a small graph, and how much goes wrong.
 *
 * @param writers how many there are
 * @param entries puts of each of them
 * @param servers tablet servers
 * @param user all of the user's authorizations
 * @param others sets of authorizations with which others look
 * @param buffer mutations that a batch writer holds
 * @param timeoutMillis of a batch writer
 * @param faults how likely the cluster suffers something when it may
 * @param lies how many lies are told
 * @param phases of reading while the writers write
 * @param verifications while the writers write
 * @param ledgerLost whether a ledger loses its end, or all of it, in the end
 * @param unrest how often others come between, and processes die
 */
public record Plan(
    GraphSpec spec,
    int writers,
    int entries,
    int servers,
    Authorizations user,
    List<Authorizations> others,
    int buffer,
    long timeoutMillis,
    double faults,
    int lies,
    int phases,
    int verifications,
    boolean ledgerLost,
    World.Unrest unrest) {
  /**
   * From this seed on some worlds have rows of several cells; those before stay as they were. Such
   * rows are neither imported nor copied.
   */
  public static final long CELLS_FROM = 1_000_000_000L;

  /** From this seed on rows have one cell again, and lie by a power law or in order. */
  public static final long ROWS_FROM = 2_000_000_000L;

  /** From this seed on rows lie evenly again, and updates have times that their writer gives. */
  public static final long TIMES_FROM = 3_000_000_000L;

  private static final int LEAST_WIDTH = 1 << 14;

  /** The plan of a seed. */
  public static Plan of(long seed, SplittableRandom random) {
    Plan drawn = draw(random);
    long bits = drawn.spec.seed();
    if (seed >= TIMES_FROM) {
      return drawn.with(timed(drawn.spec, bits));
    } else if (seed >= ROWS_FROM) {
      // Of a narrow range the lowest strata would have no room for a writer's windows.
      boolean wide = drawn.spec.rowMax() == Long.MAX_VALUE;
      boolean power = wide && Math.floorMod(bits >> 20, 2) == 0;
      return drawn.with(
          drawn.spec.with(
              "rows", power ? "power:" + (0.5 + Math.floorMod(bits >> 22, 4)) : "ordered"));
    }
    if (seed < CELLS_FROM || Math.floorMod(bits >> 20, 4) == 0) {
      return drawn;
    }
    return drawn.with(drawn.spec.with("columns", "" + (2 + Math.floorMod(bits >> 22, 3))));
  }

  /** Half of them have rows of several cells, each with one family in all rows. */
  private static GraphSpec timed(GraphSpec spec, long bits) {
    Map<String, String> text = new TreeMap<>(spec.toProperties());
    if (spec.flushInterval() > 1) {
      String some = 1 + Math.floorMod(bits >> 8, 3) + ":zipf:0.99";
      text.put("updates", (spec.updates().isNone() ? some : spec.updates().text()) + ":timed");
    }
    if (Math.floorMod(bits >> 20, 2) == 0) {
      text.put("max.cf", "1");
      text.put("columns", "" + (2 + Math.floorMod(bits >> 22, 3)));
    }
    return GraphSpec.fromProperties(text);
  }

  private Plan with(GraphSpec other) {
    return new Plan(
        other,
        writers,
        entries,
        servers,
        user,
        others,
        buffer,
        timeoutMillis,
        faults,
        lies,
        phases,
        verifications,
        ledgerLost,
        unrest);
  }

  /** Whether rows have one cell. */
  public boolean hasOneCell() {
    return spec.cells().columns() == 1;
  }

  /** Whether rows have several cells, each with one family in all rows. */
  public boolean hasFields() {
    return !hasOneCell() && spec.maxFamily() == 1;
  }

  /** The plan that a seed draws. */
  public static Plan draw(SplittableRandom random) {
    int writers = 1 + random.nextInt(3);
    GraphSpec spec = spec(random, writers);
    return new Plan(
        spec,
        writers,
        20 + random.nextInt(220),
        1 + random.nextInt(4),
        new Authorizations("A", "B"),
        List.of(new Authorizations("A"), new Authorizations()),
        1 + random.nextInt(60),
        1_000 + random.nextInt(10_000),
        random.nextInt(3) == 0 ? 0 : 0.3 * random.nextDouble(),
        random.nextInt(2) == 0 ? 0 : 1 + random.nextInt(3),
        random.nextInt(4),
        random.nextInt(3),
        random.nextInt(20) == 0,
        new World.Unrest(0.3 * random.nextDouble(), unlikely(random)));
  }

  /**
   * Whether the table orders entries by milliseconds, as those do that createtable has not made:
   * some seeds, by the graph alone, in worlds so quick that entries get one time.
   */
  public boolean mayTie() {
    return spec.updates().isNone() && Math.floorMod(spec.seed() >> 32, 8) == 0;
  }

  /** Whether verifications while others are at work are by references, too: in some seeds. */
  public boolean joins() {
    return Math.floorMod(spec.seed() >> 40, 4) == 0;
  }

  /** Whether writers are asked to stop in the middle of windows, too: in some seeds. */
  public boolean stopsWithin() {
    return Math.floorMod(spec.seed() >> 36, 4) == 0;
  }

  /** Whether the table is copied when all is over: in every second seed, if it can be. */
  public boolean copies() {
    return hasOneCell() && !everyVersion() && Math.floorMod(spec.seed() >> 50, 2) == 0;
  }

  /**
   * Writers that the graph has beside the plan's, for clients of ycsb: in some seeds whose nodes
   * are never deleted; 0 if nobody operates.
   */
  public int spareWriters() {
    int spare = spec.writers() - writers;
    boolean operates =
        spec.deleteProbability() == 0 && spare > 1 && Math.floorMod(spec.seed() >> 34, 2) == 0;
    return operates ? spare : 0;
  }

  /** Whether it is copied while others are at work, too: in some of these. */
  public boolean copiesMeanwhile() {
    return copies() && Math.floorMod(spec.seed() >> 30, 4) == 0;
  }

  /** How many workers the phases of reading are dealt among; 0 if one process reads. */
  public int workers() {
    boolean fleet = phases > 0 && Math.floorMod(spec.seed() >> 56, 4) == 0;
    return fleet ? 2 + Math.floorMod(spec.seed() >> 58, 2) : 0;
  }

  /** Whether writers import what they write: in some seeds without updates, mostly. */
  public boolean imports() {
    return hasOneCell() && spec.updates().isNone() && Math.floorMod(spec.seed() >> 48, 4) == 0;
  }

  /**
   * Whether the table returns every version of an entry, so that they are counted: in every second
   * seed with imports, and a few without.
   */
  public boolean everyVersion() {
    return hasOneCell()
        && spec.updates().isNone()
        && Math.floorMod(spec.seed() >> 44, imports() ? 2 : 12) == 0;
  }

  private static double unlikely(SplittableRandom random) {
    return random.nextInt(3) == 0 ? 0 : 0.004 * random.nextDouble();
  }

  private static GraphSpec spec(SplittableRandom random, int writers) {
    int flushInterval = 1 + random.nextInt(random.nextBoolean() ? 6 : 25);
    int depth = 1 + random.nextInt(5);
    boolean narrow = random.nextInt(4) == 0;
    long min = random.nextBoolean() ? 0 : random.nextInt(1_000_000);
    long width = (long) flushInterval * LEAST_WIDTH * depth;
    long seed = random.nextLong();
    GraphSpec spec =
        Specs.of(
            GraphSpec.VERSION,
            seed,
            min,
            narrow ? min + width + random.nextInt(1000) : Long.MAX_VALUE,
            flushInterval,
            depth,
            1 + random.nextInt(100),
            1 + random.nextInt(32767),
            visibilities(random),
            random.nextBoolean() ? GraphSpec.VisibilityScope.NODE : GraphSpec.VisibilityScope.BLOCK,
            random.nextInt(5) > 0,
            random.nextInt(3) == 0 ? Payload.fixed(10) : Payload.NONE,
            deleteProbability(random),
            writers + random.nextInt(8));
    GraphSpec linked = labelled(spec.with("links", links(new SplittableRandom(seed)).text()));
    return flushInterval == 1 ? linked : linked.with("updates", updates(seed).text());
  }

  /** Terms in visibilities where all have a name, mostly; drawn from the seed alone, as updates. */
  private static GraphSpec labelled(GraphSpec spec) {
    if (spec.visibilities().contains("")) {
      return spec;
    }
    Map<String, String> text = spec.toProperties();
    text.put("visibility.terms", "" + Math.floorMod(spec.seed() >> 16, 4));
    text.put("visibility.bytes", "60");
    if (Math.floorMod(spec.seed() >> 24, 3) == 0) {
      text.put("visibility.scope", "unique");
    }
    return GraphSpec.fromProperties(text);
  }

  /** Of every third seed; drawn from it alone, so that the other plans stay as they were. */
  private static Updates updates(long seed) {
    int passes = 1 + Math.floorMod(seed >> 8, 3);
    return switch (Math.floorMod(seed, 9)) {
      case 0 -> new Updates(passes, Popularity.EVEN, false);
      case 1 -> new Updates(passes, Popularity.zipf(0.99), false);
      case 2 -> new Updates(passes, Popularity.parse("hotspot:0.2:0.8"), false);
      default -> Updates.NONE;
    };
  }

  /** From a stream of their own, so that a seed still gives the plan that it gave without them. */
  private static Links links(SplittableRandom random) {
    return random.nextInt(3) == 0
        ? new Links(0.1 + 2 * random.nextDouble(), random.nextBoolean())
        : Links.EVEN;
  }

  private static List<String> visibilities(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> List.of("");
      case 1 -> List.of("", "A", "A&B");
      default -> List.of("A", "B", "A|B");
    };
  }

  private static double deleteProbability(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> 0;
      case 1 -> 1;
      default -> 0.4;
    };
  }
}
