// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Span;
import catena.records.journal.Event;
import catena.records.latency.ClientLimit;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The clients of a part: who they are, of which times they have told, and in how many of these they
 * were themselves what held their figures down; wall clock in milliseconds.
 *
 * <p>A client that told of nothing in a time within the times of which it has told did nothing
 * then; after its last word nothing is known of it.
 */
final class ClientGroup {
  private final String name;

  /** By client, the begin and the end of each of its lives. */
  private final Map<String, TreeMap<Long, Long>> lives = new HashMap<>();

  /** By client, when it said that it stopped; the last interval is measured a little later. */
  private final Map<String, TreeSet<Long>> stops = new HashMap<>();

  /** When clients said that they began. */
  private final List<Long> begins = new ArrayList<>();

  private final Map<String, ClientLimit> limits = new HashMap<>();

  /** A group of which nothing is told yet. */
  ClientGroup(String name) {
    this.name = name;
  }

  /** The clients' name without their numbers. */
  String name() {
    return name;
  }

  /** How many clients were heard of; a group that speaks for itself is one. */
  int clients() {
    return Math.max(1, Sets.difference(lives.keySet(), Set.of(name)).size());
  }

  /** A client told what it did in an interval. */
  void interval(Event.Throughput told) {
    limits.computeIfAbsent(told.client(), client -> new ClientLimit()).add(told);
  }

  /**
   * In which share of the intervals a client's own thread was used up, so that it and not the
   * servers was the limit; NaN where no client told.
   */
  double busyShare() {
    double intervals = limits.values().stream().mapToInt(ClientLimit::intervals).sum();
    return limits.values().stream().mapToInt(ClientLimit::busy).sum() / intervals;
  }

  /** Whether any client said when it began. */
  boolean toldBegin() {
    return !begins.isEmpty();
  }

  /**
   * From when the first of the clients that began within some time did so to when the last one
   * stopped, or to the end of that time where one of them did not; empty if none began.
   */
  Optional<Span> begunWithin(Span span) {
    List<Long> began = begins.stream().filter(at -> isWithin(at, span)).toList();
    if (began.isEmpty()) {
      return Optional.empty();
    }
    List<Long> ended =
        stops.values().stream().flatMap(TreeSet::stream).filter(at -> isWithin(at, span)).toList();
    boolean all = ended.size() >= began.size();
    return Optional.of(new Span(Collections.min(began), all ? Collections.max(ended) : span.to()));
  }

  private static boolean isWithin(long at, Span span) {
    return span.from() <= at && at <= span.to();
  }

  /** A client stopped. */
  void stopped(String client, long at) {
    stops.computeIfAbsent(client, c -> new TreeSet<>()).add(at);
    told(client, at, at);
  }

  /**
   * When at least one client was at work, in the order of time, no two with anything in common:
   * each life from its begin to when the client said that it stopped, or to its last word. What
   * lies between the lives, such as until a run is carried on, is no work.
   */
  List<Span> atWork() {
    List<Span> all = new ArrayList<>();
    lives.forEach(
        (client, own) ->
            own.forEach(
                (from, to) -> {
                  Long next = own.higherKey(from);
                  Long stop =
                      stops
                          .getOrDefault(client, new TreeSet<>())
                          .lower(next == null ? Long.MAX_VALUE : next);
                  all.add(new Span(from, Math.max(from, stop == null || stop < from ? to : stop)));
                }));
    all.sort(Comparator.comparingLong(Span::from));
    List<Span> merged = new ArrayList<>();
    for (Span span : all) {
      int last = merged.size() - 1;
      if (last >= 0 && span.from() <= merged.get(last).to()) {
        merged.set(last, merged.get(last).with(span));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }

  /** A client began its work; it may have begun, and broken off, before. */
  void began(String client, long at) {
    lives.computeIfAbsent(client, c -> new TreeMap<>()).putIfAbsent(at, at);
    begins.add(at);
  }

  /** A client told what it did between two times. */
  void told(String client, long from, long to) {
    TreeMap<Long, Long> own = lives.computeIfAbsent(client, c -> new TreeMap<>());
    Map.Entry<Long, Long> life = own.floorEntry(to);
    if (life == null) {
      own.put(from, to);
    } else {
      own.merge(life.getKey(), to, Math::max);
    }
  }

  /**
   * How many clients have told of the whole of each second of some.
   *
   * @param first since 1970
   * @param count how many
   */
  int[] clients(long first, int count) {
    int[] clients = new int[count];
    for (TreeMap<Long, Long> own : lives.values()) {
      own.forEach(
          (from, to) -> {
            long begin = Math.max(first, -Math.floorDiv(-from, 1000));
            long end = Math.min(first + count, Math.floorDiv(to, 1000));
            for (long second = begin; second < end; second++) {
              clients[(int) (second - first)]++;
            }
          });
    }
    return clients;
  }

  /** Up to when within a span a client has told; empty if no client has. */
  OptionalLong lastWord(long from, long to) {
    return within(from, to).mapToLong(life -> Math.min(to, life.getValue())).max();
  }

  /** From when on within a span a client has told; empty if no client has. */
  OptionalLong firstWord(long from, long to) {
    return within(from, to).mapToLong(life -> Math.max(from, life.getKey())).min();
  }

  private Stream<Map.Entry<Long, Long>> within(long from, long to) {
    return lives.values().stream()
        .flatMap(own -> own.entrySet().stream())
        .filter(life -> life.getKey() < to && life.getValue() > from);
  }
}
