package catena.recompute.rule;

import catena.recompute.raw.Event;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the clients of one part did. */
final class Group {
  private static final Pattern MEMBER = Pattern.compile("(?<=.)-[a-z]?\\d+$");
  private static final Pattern WORKER = Pattern.compile("(?<=.)\\.w\\d+(\\.\\d+)?$");
  private static final Pattern MIX = Pattern.compile("ycsb(-\\d+)?");
  private static final long MOST_MILLIS = 3_600_000;

  final String name;
  final Spread operations = new Spread();
  final Spread rows = new Spread();
  private final Spread entries = new Spread();
  private final Spread both = new Spread();
  private final Spread growth = new Spread();
  private final List<Long> toldMillis = new ArrayList<>();
  private boolean writes;

  Group(String name) {
    this.name = name;
  }

  /** A client's name without what tells it, and its process, from others of its part. */
  static String of(String client) {
    return WORKER.matcher(MEMBER.matcher(client).replaceFirst("")).replaceFirst("");
  }

  void flushed(Event flush) {
    writes = true;
    long from = flush.beganAt();
    entries.add(from, flush.at(), flush.number("entries"));
    both.add(from, flush.at(), flush.number("entries") + flush.number("deletes"));
    growth.add(from, flush.at(), flush.number("entries") - flush.number("deletes"));
    told(flush.at() - from);
  }

  /** What was written less what was deleted until then; within its time, evenly in each second. */
  double growth(long until) {
    Optional<Stretch> active = growth.active();
    if (active.isEmpty() || until <= active.get().from()) {
      return 0;
    }
    if (until >= active.get().to()) {
      return growth.total();
    }
    long begun = Math.floorDiv(until, 1000) * 1000;
    double whole = growth.in(new Stretch(Long.MIN_VALUE / 2, begun));
    return whole + (until - begun) * growth.in(new Stretch(begun, begun + 1000)) / 1000;
  }

  void read(Event told) {
    double[] counts = counts(told);
    double all = java.util.Arrays.stream(counts).sum();
    long begin = told.beganAt();
    for (int i = 0; i < counts.length && all > 0; i++) {
      long from = Math.min(told.at(), begin + i * 1000L);
      read(told, from, Math.min(told.at(), from + 1000), counts[i] / all);
    }
    if (all == 0) {
      read(told, begin, told.at(), 1);
    }
    told(counts.length == 0 ? told.at() - begin : 1000);
  }

  private void read(Event told, long from, long to, double share) {
    operations.add(from, to, share * told.number("operations"));
    rows.add(from, to, share * told.number("rows"));
  }

  /** The rows of each second of a reader's interval; empty where it does not say. */
  static double[] counts(Event told) {
    JsonNode counts = told.node().path("counts");
    double[] each = new double[counts.size()];
    for (int i = 0; i < each.length; i++) {
      each[i] = counts.get(i).asDouble();
    }
    return each;
  }

  private void told(long millis) {
    toldMillis.add(Math.min(MOST_MILLIS, Math.max(0, millis)));
  }

  boolean writes() {
    return writes;
  }

  /** Entries that were written, or rows that were read, or operations of YCSB's mixes. */
  Spread counted() {
    if (writes) {
      return entries;
    }
    return mixes() ? operations : rows;
  }

  private boolean mixes() {
    return MIX.matcher(name).matches();
  }

  /** The same with what was deleted. */
  Spread served() {
    return writes ? both : rows;
  }

  String label() {
    if (writes) {
      return name + " entries";
    }
    return name + (mixes() ? " operations" : " rows");
  }

  /** Of how long a time a client tells at once: the median, to three digits. */
  long toldMillis() {
    if (toldMillis.isEmpty()) {
      return 0;
    }
    List<Long> sorted = toldMillis.stream().sorted().toList();
    return Latency.lowest(sorted.get((sorted.size() + 1) / 2 - 1));
  }
}
