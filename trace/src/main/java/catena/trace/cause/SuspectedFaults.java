// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import catena.harness.instance.Metadata;
import catena.records.history.HostingInterval;
import catena.records.history.TabletHistory;
import catena.records.run.GraphFile;
import catena.records.server.Role;
import catena.trace.record.FaultTarget;
import catena.trace.record.Incident;
import catena.trace.record.Loss;
import catena.trace.record.RunRecord;
import catena.trace.record.WriteHosts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which faults may have taken a write, the most suspect first: every one that touched its server,
 * that server's file system, manager or ZooKeeper, between the write and the finding.
 */
final class SuspectedFaults {
  private static final Set<Role> FILE_SYSTEM = Set.of(Role.DATANODE, Role.NAMENODE);
  private static final Set<Role> DIRECTION = Set.of(Role.MANAGER, Role.ZOOKEEPER);

  /** The metadata table's own id, and the root table's. */
  private static final List<String> CATALOG = List.of(Metadata.TABLE_ID, Metadata.ROOT_TABLE_ID);

  private static final Comparator<SuspectedFault> ORDER =
      Comparator.comparingInt(SuspectedFault::weight)
          .reversed()
          .thenComparingLong(suspect -> suspect.what().at());

  private final TabletHistory tablets;
  private final WriteHosts hosts;
  private final List<Incident> incidents = new ArrayList<>();
  private final Optional<GraphFile> graph;

  /** A judge over what a run recorded. */
  SuspectedFaults(RunRecord record) {
    this.tablets = record.tablets();
    this.hosts = record.hosts();
    this.incidents.addAll(record.servers().faults());
    this.incidents.addAll(record.servers().deaths());
    this.graph = record.graph();
  }

  /** All that may have taken a write. */
  List<SuspectedFault> of(Loss loss) {
    return incidents.stream()
        .filter(incident -> incident.isDuring(loss.from(), loss.found()))
        .flatMap(incident -> suspect(incident, loss).stream())
        .sorted(ORDER)
        .toList();
  }

  private Optional<SuspectedFault> suspect(Incident incident, Loss loss) {
    return incident.targets().stream()
        .flatMap(target -> suspect(incident, target, loss).stream())
        .max(Comparator.comparingInt(SuspectedFault::weight));
  }

  private Optional<SuspectedFault> suspect(Incident incident, FaultTarget target, Loss loss) {
    Optional<FaultRelation> own = ofItsServer(target, incident.at(), loss);
    Optional<SuspectedFault> other =
        own.filter(bond -> bond.weight() >= FaultRelation.TIED_HOST.weight()).isPresent()
            ? Optional.empty()
            : ofItsWindow(incident, target, loss);
    return other.or(
        () ->
            own.or(() -> relation(target, incident.at(), loss))
                .map(bond -> suspect(incident, bond, Optional.empty(), loss)));
  }

  /** Less for a fault before the write, which cannot take it at once, and for an orderly end. */
  private static SuspectedFault suspect(
      Incident incident, FaultRelation bond, Optional<String> host, Loss loss) {
    int weight = bond.weight();
    if (incident.planned().isPresent()) {
      weight -= incident.planned().get().isAbrupt() ? 0 : 5;
      weight /= incident.at() < loss.sentFrom() ? 2 : 1;
    }
    return new SuspectedFault(incident, bond, host, weight);
  }

  /** Of the server that is thought to have taken the write. */
  private Optional<FaultRelation> ofItsServer(FaultTarget target, long at, Loss loss) {
    if (!loss.server().map(target::hits).orElse(false)) {
      return Optional.empty();
    } else if (!isStillHost(loss, at)) {
      return Optional.of(FaultRelation.FORMER_HOST);
    }
    boolean tied =
        loss.sent().map(sent -> sent.earliest() <= at && at < sent.likeliest()).orElse(false);
    return Optional.of(tied ? FaultRelation.TIED_HOST : FaultRelation.HOST);
  }

  /** Of a server that hosted the tablet at another moment between intent and acknowledgement. */
  private Optional<SuspectedFault> ofItsWindow(Incident incident, FaultTarget target, Loss loss) {
    long at = incident.at();
    if (loss.tablet().isEmpty() || at > loss.written()) {
      return Optional.empty();
    }
    return hosts.of(loss.tablet().get()).stream()
        .filter(stay -> stay.isDuring(loss.from(), loss.written()) && stay.isDuring(at, at))
        .filter(stay -> stay.server().filter(target::hits).isPresent())
        .map(stay -> suspect(incident, relation(stay, loss), stay.server(), loss))
        .max(Comparator.comparingInt(SuspectedFault::weight));
  }

  private static FaultRelation relation(HostingInterval stay, Loss loss) {
    boolean tied = loss.sent().map(sent -> sent.isDuring(stay.from(), stay.to())).orElse(true);
    return tied ? FaultRelation.TIED_HOST : FaultRelation.WINDOW_HOST;
  }

  private Optional<FaultRelation> relation(FaultTarget target, long at, Loss loss) {
    boolean later =
        stays(loss, at).stream()
            .flatMap(stay -> stay.server().stream())
            .anyMatch(server -> !Optional.of(server).equals(loss.server()) && target.hits(server));
    if (later) {
      return Optional.of(FaultRelation.LATER_HOST);
    }
    boolean tserver = target.isRole(Role.TSERVER);
    boolean unknown = target.address().isEmpty() || loss.server().isEmpty();
    if (target.isSomeHost() || (tserver && unknown)) {
      return Optional.of(FaultRelation.SOME_TSERVER);
    }
    if (CATALOG.stream()
        .flatMap(id -> tablets.hostsOf(id, at - WriteHosts.BLUR_MILLIS, at).stream())
        .anyMatch(target::hits)) {
      return Optional.of(FaultRelation.CATALOG);
    }
    return remoteBond(target, loss);
  }

  private Optional<FaultRelation> remoteBond(FaultTarget target, Loss loss) {
    if (target.role().filter(FILE_SYSTEM::contains).isPresent()) {
      boolean own = loss.server().map(target::sharesHostWith).orElse(false);
      return Optional.of(
          own && target.isRole(Role.DATANODE)
              ? FaultRelation.OWN_DATANODE
              : FaultRelation.FILE_SYSTEM);
    }
    if (target.role().filter(DIRECTION::contains).isPresent()) {
      return Optional.of(FaultRelation.DIRECTION);
    }
    // Faults on tables are aimed at their names.
    return graph.filter(of -> target.text().equals(of.table())).map(of -> FaultRelation.TABLE);
  }

  private boolean isStillHost(Loss loss, long at) {
    List<HostingInterval> stays = stays(loss, at);
    // Without a record there is no evidence against it.
    return stays.isEmpty() || stays.stream().anyMatch(stay -> stay.server().equals(loss.server()));
  }

  /** Those of the row's tablet at that time, which a split or a merge may have made another one. */
  private List<HostingInterval> stays(Loss loss, long at) {
    return graph
        .flatMap(of -> tablets.tabletOf(of.tableId(), loss.row(), at))
        .or(loss::tablet)
        .map(tablet -> tablets.stays(tablet, at - WriteHosts.BLUR_MILLIS, at))
        .orElse(List.of());
  }
}
