// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.cluster.control.DiskControl;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Cuts the power of servers and of their disks at one moment: what was written and not synced is
 * lost; mounts the disks again and starts the servers.
 *
 * <p>The target {@code site} is every tserver and every DataNode, as when the power of a site goes;
 * a DataNode alone is a single machine that loses its disk's cache.
 */
public final class Power extends ServerFault {
  @Override
  public String word() {
    return "power";
  }

  @Override
  public boolean appliesTo(Target target) {
    return target.aim() == Target.Aim.SITE || target.isOf(Role.DATANODE);
  }

  @Override
  public Optional<String> problem(Topology topology, SortedMap<String, String> options) {
    return topology.disks().isEmpty()
        ? Optional.of(
            "needs DataNodes with their own disks: start the cluster with --disks SIZE, or write"
                + " disks: SIZE below cluster: (root only); not with fast and slow ones, whose"
                + " power stays")
        : Optional.empty();
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> hit)
      throws Exception {
    List<ServerId> ids = injected.victims().stream().map(ServerFault::id).toList();
    disks(field).cutPower(ids);
    injected.victims().forEach(hit);
  }

  private static DiskControl disks(ClusterUnderTest field) throws IOException {
    return field
        .control()
        .disks()
        .orElseThrow(() -> new IllegalStateException("no server of this cluster has its own disk"));
  }

  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    return proofOfAll(injected, victim -> proof(field, victim));
  }

  /** It is gone; and if it has a disk, a write to that fails. */
  private static Evidence proof(ClusterUnderTest field, Victim victim) throws Exception {
    Evidence gone = gone(field, victim);
    DiskControl disks = disks(field);
    if (!gone.shows() || !disks.servers().contains(id(victim))) {
      return gone;
    }
    return disks
        .failure(id(victim))
        .map(failure -> gone.and("a write to its disk fails: " + failure))
        .orElse(Evidence.against(gone.text() + ", but its disk can be written"));
  }

  /** A DataNode's start mounts its disk again; all start together, since each needs the others. */
  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    List<Victim> victims = injected.victims();
    List<String> done = new ArrayList<>(List.of(raiseTogether(field, victims)));
    DiskControl disks = disks(field);
    for (ServerId id : disks.servers()) {
      if (victims.stream().anyMatch(victim -> id.equals(id(victim)))) {
        Optional<String> failure = disks.failure(id);
        if (failure.isPresent()) {
          throw new IOException("the disk of " + id + " is not there again: " + failure.get());
        }
        done.add("the disk of " + id + " is mounted");
      }
    }
    return String.join("; ", done);
  }
}
