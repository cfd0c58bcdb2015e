// SPDX-License-Identifier: Apache-2.0
package catena.report.finding;

import catena.records.history.HostingInterval;
import catena.records.history.TabletHistory;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** In which tablet, and with whom, the row of a finding was when it was written. */
public final class FindingPlaces {
  /**
   * A tablet and its host.
   *
   * @param tablet as the journal names it; empty if no recorder was running
   * @param server host and port, several joined by {@code or}; empty if nobody was seen to host it
   */
  public record Place(String tablet, String server) implements Comparable<Place> {
    static final Place UNKNOWN = new Place("", "");

    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::tablet).thenComparing(Place::server);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  private final TabletHistory tablets;
  private final Optional<String> tableId;

  /** Places in the table of a run. */
  public FindingPlaces(TabletHistory tablets, Optional<String> tableId) {
    this.tablets = tablets;
    this.tableId = tableId;
  }

  /**
   * Where a finding's row was from when its window was about to be sent until it was acknowledged;
   * where its writer is not known, when it was found.
   */
  public Place of(Finding finding) {
    OptionalLong acknowledged = finding.origin().map(Origin::acknowledgedMillis).orElse(none());
    OptionalLong intended = finding.origin().map(Origin::intendedMillis).orElse(none());
    long to = acknowledged.orElse(intended.orElse(finding.foundMillis()));
    long from = Math.min(to, intended.orElse(to));
    Optional<String> tablet = tableId.flatMap(id -> tablets.tabletOf(id, finding.row(), to));
    return tablet.map(name -> new Place(name, hosts(name, from, to))).orElse(Place.UNKNOWN);
  }

  private static OptionalLong none() {
    return OptionalLong.empty();
  }

  private String hosts(String tablet, long from, long to) {
    List<String> hosts =
        tablets.stays(tablet, from, to).stream()
            .map(HostingInterval::server)
            .flatMap(Optional::stream)
            .distinct()
            .toList();
    return String.join(" or ", hosts);
  }
}
