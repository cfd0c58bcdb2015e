// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import catena.harness.instance.Metadata;
import catena.records.history.HostingInterval;
import catena.records.history.TabletHistory;
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
 * that server's file system or what directs it, between the write and the finding.
 */
public final class SuspectedFaults {
  private static final Set<String> FILE_SYSTEM = Set.of(Role.DATANODE.word(), Role.NAMENODE.word());
  private static final Set<String> DIRECTION = Set.of(Role.MANAGER.word(), Role.ZOOKEEPER.word());

  /** The metadata table's own id, and the root table's. */
  private static final List<String> CATALOG = List.of(Metadata.TABLE_ID, Metadata.ROOT_TABLE_ID);

  /** The tablet's unloading and the fault may be recorded in this wrong order. */
  private static final long BLUR_MILLIS = 2_000;

  private static final Comparator<SuspectedFault> ORDER =
      Comparator.comparingInt(SuspectedFault::weight)
          .reversed()
          .thenComparingLong(suspect -> suspect.what().at());

  /** How a fault touched a write; the host is that of {@link SuspectedFault}. */
  private record Bond(FaultRelation relation, Optional<String> host) {
    static Bond of(FaultRelation relation) {
      return new Bond(relation, Optional.empty());
    }

    int weight() {
      return relation.weight();
    }
  }

  private final TabletHistory tablets;
  private final WriteHosts hosts;
  private final List<Incident> incidents = new ArrayList<>();
  private final String table;

  /**
   * A judge over what a run recorded.
   *
   * @param table the table's name, which faults on tables are aimed at
   */
  public SuspectedFaults(RunRecord record, String table) {
    this.tablets = record.tablets();
    this.hosts = record.hosts();
    this.incidents.addAll(record.servers().faults());
    this.incidents.addAll(record.servers().deaths());
    this.table = table;
  }

  /** All that may have taken a write. */
  List<SuspectedFault> of(Loss loss) {
    List<SuspectedFault> suspects = new ArrayList<>();
    for (Incident incident : incidents) {
      if (incident.isDuring(loss.from(), loss.found())) {
        bond(incident.targets(), incident.at(), loss)
            .map(
                bond ->
                    new SuspectedFault(
                        incident, bond.relation, bond.host, weight(incident, bond, loss)))
            .ifPresent(suspects::add);
      }
    }
    suspects.sort(ORDER);
    return suspects;
  }

  /** What hit before the write took nothing of it at once; an orderly end takes less. */
  private static int weight(Incident incident, Bond bond, Loss loss) {
    if (!(incident instanceof Incident.Planned fault)) {
      return bond.weight();
    }
    int orderly = fault.told().isAbrupt() ? bond.weight() : bond.weight() - 5;
    return fault.at() < loss.sentFrom() ? orderly / 2 : orderly;
  }

  private Optional<Bond> bond(List<FaultTarget> targets, long at, Loss loss) {
    return targets.stream()
        .flatMap(target -> bond(target, at, loss).stream())
        .max(Comparator.comparingInt(Bond::weight));
  }

  private Optional<Bond> bond(FaultTarget target, long at, Loss loss) {
    Optional<Bond> own = ofItsServer(target, at, loss);
    if (own.isPresent() && own.get().weight() >= FaultRelation.TIED_HOST.weight()) {
      return own;
    }
    return ofItsWindow(target, at, loss).or(() -> own).or(() -> ofOthers(target, at, loss));
  }

  /** Of the server that is thought to have taken the write. */
  private Optional<Bond> ofItsServer(FaultTarget target, long at, Loss loss) {
    if (!loss.server().map(target::hits).orElse(false)) {
      return Optional.empty();
    } else if (!isStillHost(loss, at)) {
      return Optional.of(Bond.of(FaultRelation.FORMER_HOST));
    }
    boolean tied =
        loss.sent().map(sent -> sent.earliest() <= at && at < sent.likeliest()).orElse(false);
    return Optional.of(Bond.of(tied ? FaultRelation.TIED_HOST : FaultRelation.HOST));
  }

  /** Of a server that hosted the tablet at another moment between intent and acknowledgement. */
  private Optional<Bond> ofItsWindow(FaultTarget target, long at, Loss loss) {
    if (loss.tablet().isEmpty() || at > loss.written()) {
      return Optional.empty();
    }
    return hosts.of(loss.tablet().get()).stream()
        .filter(stay -> stay.isDuring(loss.from(), loss.written()) && stay.isDuring(at, at))
        .filter(stay -> target.hits(stay.server()))
        .map(stay -> new Bond(relation(stay, loss), Optional.of(stay.server())))
        .max(Comparator.comparingInt(Bond::weight));
  }

  private static FaultRelation relation(WriteHosts.Stay stay, Loss loss) {
    boolean tied = loss.sent().map(sent -> sent.isDuring(stay.from(), stay.to())).orElse(true);
    return tied ? FaultRelation.TIED_HOST : FaultRelation.WINDOW_HOST;
  }

  private Optional<Bond> ofOthers(FaultTarget target, long at, Loss loss) {
    return relation(target, at, loss).map(Bond::of);
  }

  private Optional<FaultRelation> relation(FaultTarget target, long at, Loss loss) {
    if (laterHosts(loss, at).stream().anyMatch(target::hits)) {
      return Optional.of(FaultRelation.LATER_HOST);
    }
    boolean tserver = target.isRole(Role.TSERVER.word());
    boolean unknown = target.address().isEmpty() || loss.server().isEmpty();
    if (target.isSomeHost() || (tserver && unknown)) {
      return Optional.of(FaultRelation.SOME_TSERVER);
    }
    if (CATALOG.stream()
        .flatMap(id -> tablets.hostsOf(id, at - BLUR_MILLIS, at).stream())
        .anyMatch(target::hits)) {
      return Optional.of(FaultRelation.CATALOG);
    }
    return remoteBond(target, loss);
  }

  private Optional<FaultRelation> remoteBond(FaultTarget target, Loss loss) {
    String role = target.role().orElse("");
    if (FILE_SYSTEM.contains(role)) {
      boolean own = loss.server().map(target::sharesHostWith).orElse(false);
      return Optional.of(
          own && target.isRole(Role.DATANODE.word())
              ? FaultRelation.OWN_DATANODE
              : FaultRelation.FILE_SYSTEM);
    }
    if (DIRECTION.contains(role)) {
      return Optional.of(FaultRelation.DIRECTION);
    }
    return target.text().equals(table) ? Optional.of(FaultRelation.TABLE) : Optional.empty();
  }

  private boolean isStillHost(Loss loss, long at) {
    if (loss.tablet().isEmpty()) {
      return true;
    }
    List<HostingInterval> stays = tablets.stays(loss.tablet().get(), at - BLUR_MILLIS, at);
    // Where nothing is recorded nothing speaks against it.
    return stays.isEmpty() || stays.stream().anyMatch(stay -> stay.server().equals(loss.server()));
  }

  private List<String> laterHosts(Loss loss, long at) {
    return loss.tablet().stream()
        .flatMap(tablet -> tablets.stays(tablet, at - BLUR_MILLIS, at).stream())
        .flatMap(stay -> stay.server().stream())
        .filter(server -> !Optional.of(server).equals(loss.server()))
        .toList();
  }
}
