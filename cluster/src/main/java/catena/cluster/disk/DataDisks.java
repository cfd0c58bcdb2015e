// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import catena.cluster.control.DiskControl;
import catena.cluster.process.Cleanup;
import catena.cluster.process.PidFiles;
import catena.cluster.process.Signals;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.Tiers;
import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableBiFunction;

/** The disks of a cluster's DataNodes, one for each, or a fast and a slow one. */
public final class DataDisks implements DiskControl {
  /** The device of a file, as stat(2) has it. */
  static final String DEVICE = "unix:dev";

  private final ClusterFiles files;
  private final ClusterSpec spec;

  /** Finds what limits disks on this machine, by a name and where it is kept, if anything does. */
  private final FailableBiFunction<String, Path, Optional<IoThrottle>, IOException> throttles;

  /** The disks of a cluster, mounted or not; none where its spec has none. */
  public DataDisks(ClusterFiles files, ClusterSpec spec) {
    this(files, spec, IoThrottle::find);
  }

  /** The same where something else limits them. */
  DataDisks(
      ClusterFiles files,
      ClusterSpec spec,
      FailableBiFunction<String, Path, Optional<IoThrottle>, IOException> throttles) {
    this.files = files;
    this.spec = spec;
    this.throttles = throttles;
  }

  @Override
  public List<ServerId> servers() {
    return spec.disks().own() ? spec.ids(Role.DATANODE) : List.of();
  }

  /**
   * Makes the disks of some servers ready for a start, those that have one and do not run. Where
   * there is a fast and a slow one, nothing of them is in memory then: their speed is the subject.
   */
  public void ready(Collection<ServerId> starting) throws IOException, InterruptedException {
    for (ServerId id : own(needed(starting))) {
      for (LoopDisk disk : disks(id)) {
        disk.make((long) spec.disks().megabytes() << 20);
        disk.mount();
        if (spec.disks().tiered().isPresent()) {
          disk.forget();
        }
      }
      if (spec.disks().tiered().isPresent()) {
        limit(id, spec.disks().tiered().get());
      }
    }
  }

  /** Where there are two disks, ZooKeeper is on one of the first DataNode's. */
  private Collection<ServerId> needed(Collection<ServerId> starting) {
    List<ServerId> needed = new ArrayList<>(starting);
    if (spec.disks().tiered().isPresent()
        && starting.stream().anyMatch(id -> id.role() == Role.ZOOKEEPER)) {
      needed.add(new ServerId(Role.DATANODE, 1));
    }
    return needed;
  }

  private void limit(ServerId id, Tiers tiers) throws IOException {
    if (tiers.limited()) {
      IoThrottle throttle =
          throttle().orElseThrow(() -> new ClusterException("there is no control group of disks"));
      // Another cluster that had the device before may have left a limit.
      throttle.lift(disk(id, Tier.FAST).device());
      throttle.limit(disk(id, Tier.SLOW).device(), tiers);
    }
  }

  private Optional<IoThrottle> throttle() throws IOException {
    String own = Integer.toHexString(files.root().toString().hashCode());
    return throttles.apply(IoThrottle.PREFIX + own, files.limits());
  }

  /** The command of a server in such a way that the limits of slow disks hold for it. */
  public List<String> limited(ServerId id, List<String> command) throws IOException {
    boolean uses = id.role() == Role.DATANODE || id.role() == Role.ZOOKEEPER;
    Optional<IoThrottle> throttle = uses && isLimited() ? throttle() : Optional.<IoThrottle>empty();
    return throttle.isPresent() ? throttle.get().inside(command) : command;
  }

  private boolean isLimited() {
    return spec.disks().tiered().filter(Tiers::limited).isPresent();
  }

  /**
   * Unmounts all of them; no process may use them any more.
   *
   * @throws ClusterException with the first thing that could not be undone; all others are
   */
  public void unmount() throws IOException, InterruptedException {
    Optional<IoThrottle> throttle = isLimited() ? throttle() : Optional.empty();
    Cleanup cleanup = new Cleanup();
    for (ServerId id : servers()) {
      for (LoopDisk disk : disks(id)) {
        // The device is another's next, and would keep its limit.
        throttle.ifPresent(limits -> cleanup.attempt(() -> limits.lift(disk)));
        cleanup.attempt(disk::unmount);
      }
    }
    throttle.ifPresent(limits -> cleanup.attempt(limits::remove));
    cleanup.end();
  }

  @Override
  public void cutPower(Collection<ServerId> victims) throws IOException, InterruptedException {
    List<ServerProcess> processes = new PidFiles(files).processes(victims);
    List<Path> mounts = new ArrayList<>();
    for (ServerId id : own(victims)) {
      if (disk(id).failure().isEmpty()) {
        mounts.add(disk(id).place());
      }
    }
    // A halted process keeps its connections: none sees another one end before itself, as HDFS
    // clients do within milliseconds, and nothing more is acknowledged. So all ends at one moment.
    DiskCalls power = DiskCalls.ready();
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

  /**
   * Whether anything is mounted at a place: it is on another device than the directory above it.
   * The kernel's list of mounts may lose a line while others mount and unmount.
   */
  public static boolean isMounted(Path place) throws IOException {
    return Files.exists(place)
        && !Files.getAttribute(place, DEVICE)
            .equals(Files.getAttribute(place.toRealPath().getParent(), DEVICE));
  }

  private List<ServerId> own(Collection<ServerId> ids) {
    return servers().stream().filter(ids::contains).toList();
  }

  private LoopDisk disk(ServerId id) {
    return new LoopDisk(files.disk(id), files.data(id));
  }

  private LoopDisk disk(ServerId id, Tier tier) {
    return LoopDisk.plain(files.disk(id, tier), files.mount(id, tier));
  }

  private List<LoopDisk> disks(ServerId id) {
    return spec.disks().tiered().isPresent()
        ? Arrays.stream(Tier.values()).map(tier -> disk(id, tier)).toList()
        : List.of(disk(id));
  }
}
