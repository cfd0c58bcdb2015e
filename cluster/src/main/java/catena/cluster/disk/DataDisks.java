package catena.cluster.disk;

import catena.cluster.control.DiskControl;
import catena.cluster.process.PidFiles;
import catena.cluster.process.Signals;
import catena.cluster.record.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.Role;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The disks of a cluster's DataNodes, one for each. */
public final class DataDisks implements DiskControl {
  private final ClusterFiles files;
  private final ClusterSpec spec;

  /** The disks of a cluster, mounted or not; none where its spec says so. */
  public DataDisks(ClusterFiles files, ClusterSpec spec) {
    this.files = files;
    this.spec = spec;
  }

  @Override
  public List<ServerId> servers() {
    return spec.disks().own() ? spec.ids(Role.DATANODE) : List.of();
  }

  /** Makes the disks of some servers ready for a start, those that have one and do not run. */
  public void ready(Collection<ServerId> starting) throws IOException, InterruptedException {
    for (ServerId id : own(starting)) {
      disk(id).make((long) spec.disks().megabytes() << 20);
      disk(id).mount();
    }
  }

  /** Unmounts all of them; nobody may use them any more. */
  public void unmount() throws IOException, InterruptedException {
    for (ServerId id : servers()) {
      disk(id).unmount();
    }
  }

  @Override
  public void cutPower(Collection<ServerId> victims) throws IOException, InterruptedException {
    PidFiles pids = new PidFiles(files);
    List<ServerProcess> processes = new ArrayList<>();
    for (ServerId id : victims) {
      processes.addAll(pids.processes(id));
    }
    List<Path> mounts = new ArrayList<>();
    for (ServerId id : own(victims)) {
      if (disk(id).failure().isEmpty()) {
        mounts.add(disk(id).place());
      }
    }
    // Who is halted keeps its connections: nobody sees another one end before itself, as clients of
    // HDFS do within milliseconds, and nothing more is acknowledged. So all ends at one moment.
    PowerSwitch power = PowerSwitch.ready();
    try {
      Signals.halt(processes);
      power.off(mounts);
    } finally {
      Signals.kill(processes);
    }
  }

  @Override
  public Optional<String> failure(ServerId server) throws IOException {
    if (!servers().contains(server)) {
      throw new IllegalArgumentException(server + " has no disk to itself");
    }
    return disk(server).failure();
  }

  private List<ServerId> own(Collection<ServerId> ids) {
    return servers().stream().filter(ids::contains).toList();
  }

  private LoopDisk disk(ServerId id) {
    return new LoopDisk(files.disk(id), files.data(id));
  }
}
