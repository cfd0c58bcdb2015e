// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.graph.judge.FindingKind;
import catena.records.history.HostingInterval;
import catena.records.history.TabletHistory;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts all findings by kind and by place, and keeps the first few of each kind. */
public final class FindingSamples {
  private static final int KEPT = 20;

  /** Beyond this many places, findings are counted as of one place. */
  private static final int PLACES = 1000;

  /** One finding, and the place of its row when it was written. */
  public record Located(Finding finding, Place place) {}

  /**
   * A tablet and its host.
   *
   * @param tablet its name in the journal; empty if no recorder was running
   * @param server host and port, several joined by {@code or}; empty if no server was seen to host
   *     it
   */
  public record Place(String tablet, String server) {
    static final Place UNKNOWN = new Place("", "");
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::tablet).thenComparing(Place::server);

    /**
     * Where a finding's row was from the time its window was about to be sent until it was
     * acknowledged; if its writer is not known, when it was found.
     */
    static Place of(Finding finding, TabletHistory tablets, Optional<String> tableId) {
      OptionalLong acknowledged =
          finding.origin().map(Origin::acknowledgedMillis).orElse(OptionalLong.empty());
      OptionalLong intended =
          finding.origin().map(Origin::intendedMillis).orElse(OptionalLong.empty());
      long to = acknowledged.orElse(intended.orElse(finding.foundMillis()));
      long from = Math.min(to, intended.orElse(to));
      Optional<String> tablet = tableId.flatMap(id -> tablets.tabletOf(id, finding.row(), to));
      return tablet.map(name -> new Place(name, hosts(tablets, name, from, to))).orElse(UNKNOWN);
    }

    private static String hosts(TabletHistory tablets, String tablet, long from, long to) {
      return tablets.stays(tablet, from, to).stream()
          .map(HostingInterval::server)
          .flatMap(Optional::stream)
          .distinct()
          .collect(Collectors.joining(" or "));
    }
  }

  /**
   * The findings of one tablet and server.
   *
   * @param kinds how many there are of each kind
   * @param writers the numbers of their writers, if known
   * @param acknowledged when they were acknowledged, milliseconds since 1970, if known
   */
  public record Group(
      Place place,
      Map<FindingKind, Long> kinds,
      NavigableSet<Integer> writers,
      LongSummaryStatistics acknowledged) {
    private Group(Place place) {
      this(place, new EnumMap<>(FindingKind.class), new TreeSet<>(), new LongSummaryStatistics());
    }

    private void add(Finding finding) {
      kinds.merge(finding.kind(), finding.number(), Long::sum);
      finding.origin().map(Origin::writer).ifPresent(writers::add);
      finding.origin().ifPresent(from -> from.acknowledgedMillis().ifPresent(acknowledged));
    }

    /** How many there are. */
    public long total() {
      return kinds.values().stream().mapToLong(n -> n).sum();
    }
  }

  private final Function<Finding, Place> places;
  private final Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, List<Located>> first = new EnumMap<>(FindingKind.class);
  private final SortedMap<Place, Group> groups = new TreeMap<>(Place.ORDER);

  /** Findings in the table of a run. */
  FindingSamples(TabletHistory tablets, Optional<String> tableId) {
    this(finding -> Place.of(finding, tablets, tableId));
  }

  FindingSamples(Function<Finding, Place> places) {
    this.places = places;
  }

  /** Counts one, and keeps it if it is one of the first of its kind. */
  public void seen(Finding finding) {
    counts.merge(finding.kind(), finding.number(), Long::sum);
    Place place = finding.number() > 1 ? Place.UNKNOWN : places.apply(finding);
    if (first.getOrDefault(finding.kind(), List.of()).size() < KEPT) {
      first
          .computeIfAbsent(finding.kind(), kind -> new ArrayList<>())
          .add(new Located(finding, place));
    }
    Place counted = groups.size() < PLACES || groups.containsKey(place) ? place : Place.UNKNOWN;
    groups.computeIfAbsent(counted, Group::new).add(finding);
  }

  /** How many there are of each kind. */
  public Map<FindingKind, Long> counts() {
    return counts;
  }

  /** How many there are. */
  public long total() {
    return counts.values().stream().mapToLong(n -> n).sum();
  }

  /** The first findings of a kind, those of one tablet and server together. */
  public List<Located> first(FindingKind kind) {
    return first.getOrDefault(kind, List.of()).stream()
        .sorted(
            Comparator.comparing(Located::place, Place.ORDER)
                .thenComparing(located -> located.finding().row()))
        .toList();
  }

  /** All findings by tablet and server, the group with the most first. */
  public List<Group> groups() {
    return groups.values().stream()
        .sorted(Comparator.comparingLong(Group::total).reversed())
        .toList();
  }
}
