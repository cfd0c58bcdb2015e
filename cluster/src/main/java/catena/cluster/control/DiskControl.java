// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import catena.harness.instance.ServerId;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The disks that servers of a cluster have to themselves, and the power of servers and disks.
 *
 * <p>A disk without power fails each access, and loses what was written to it and not synced. A
 * start of its server gives it its power back.
 */
public interface DiskControl {
  /** The servers that have a disk to themselves, in the order of start. */
  List<ServerId> servers();

  /**
   * Cuts the power of some servers and of their disks, to all of them at the same moment: their
   * processes end, and what their disks were given and did not sync yet is lost. One that has no
   * power is left as it is.
   *
   * @throws IOException if the power of any could not be cut
   */
  void cutPower(Collection<ServerId> servers) throws IOException, InterruptedException;

  /** What a write to the disk of a server fails with; empty if it succeeds. */
  Optional<String> failure(ServerId server) throws IOException;
}
