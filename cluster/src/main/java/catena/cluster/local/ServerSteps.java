// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.config.CommandLines;
import catena.cluster.config.ServerJars;
import catena.cluster.disk.DataDisks;
import catena.cluster.network.HostNetwork;
import catena.cluster.process.Cleanup;
import catena.cluster.process.Launcher;
import catena.cluster.process.NodeGroups;
import catena.cluster.process.PidFiles;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What a start and a stop of servers work with, and what both do. */
abstract sealed class ServerSteps permits Startup, Shutdown {
  final ClusterFiles files;
  final ClusterRecord cluster;
  final ServerJars jars;
  final Launcher launcher;
  final PidFiles pids;
  final CommandLines commands;

  /** Takes a line for people about each step. */
  final Consumer<String> notes;

  ServerSteps(ClusterFiles files, ClusterRecord cluster, ServerJars jars, Consumer<String> notes) {
    this.files = files;
    this.cluster = cluster;
    this.jars = jars;
    this.launcher = new Launcher(files, Clock.systemUTC());
    this.pids = new PidFiles(files);
    this.commands = new CommandLines(cluster, files, jars);
    this.notes = notes;
  }

  /** The servers of some software, in the order of start. */
  final List<ServerId> ids(Predicate<Role.Stack> stack) {
    return cluster.spec().ids().stream().filter(id -> stack.test(id.role().stack())).toList();
  }

  /** The groups in which servers of nodes are. */
  final NodeGroups nodes() throws IOException {
    return NodeGroups.of(files, cluster.spec());
  }

  /** Unmounts the disks of the cluster and removes its network, which no process uses any more. */
  final void release() throws IOException, InterruptedException {
    Cleanup cleanup = new Cleanup();
    cleanup.attempt(() -> new DataDisks(files, cluster.spec()).unmount());
    cleanup.attempt(() -> nodes().remove());
    cleanup.attempt(this::removeNetwork);
    cleanup.end();
  }

  private void removeNetwork() throws IOException, InterruptedException {
    Optional<HostNetwork> network = HostNetwork.of(cluster);
    if (network.isPresent()) {
      network.get().remove();
    }
  }
}
