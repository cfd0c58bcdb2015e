// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import catena.records.server.TabletName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One tablet, as far as it was asked for: what was not asked for is empty.
 *
 * @param location the tserver that it was given to, if it was
 * @param logs paths of the write-ahead logs that must be replayed before it is served, sorted
 * @param files paths of its files, as the metadata table has them
 * @param fileCount how many files it has
 */
public record Tablet(
    TabletName name,
    Optional<Location> location,
    List<String> logs,
    List<String> files,
    OptionalLong fileCount) {
  /**
   * A tserver, as the metadata tables name it.
   *
   * @param address host and port; a server that is started again may have the same
   * @param session of its lock in ZooKeeper, hexadecimal; no other server ever has the same
   */
  public record Location(String address, String session) {}

  /** Sorts the logs. */
  public Tablet {
    logs = logs.stream().sorted().toList();
    files = List.copyOf(files);
  }

  /** A tablet that was read with its location and its logs. */
  public static Tablet at(String name, Optional<Location> location, List<String> logs) {
    return new Tablet(
        TabletName.parse(name).orElseThrow(), location, logs, List.of(), OptionalLong.empty());
  }

  /** The address of the tserver that it was given to, which may be dead. */
  public Optional<String> address() {
    return location.map(Location::address);
  }

  /**
   * Whether a tserver hosts it: the rule of Accumulo's own manager, {@code
   * TabletMetadata.getTabletState}. A past location is none, even if a tserver listens there now.
   *
   * @param sessions of the tservers that live, {@link ServerLocks#sessions}, read after the tablet
   *     was: one that started meanwhile is then among them
   */
  public boolean isHosted(Set<String> sessions) {
    return location.isPresent() && sessions.contains(location.get().session());
  }
}
