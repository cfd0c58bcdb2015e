// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import java.time.Instant;
import java.util.Map;

/**
 * The content of a pid file.
 *
 * @param pid the number of the process
 * @param birth when the process began, as {@link ProcStat} reports it
 * @param since when it was started, for people
 * @param ports the ports on which it was started to listen, by name
 * @param logOffset length of its log before it was started, bytes
 */
public record ServerProcess(
    long pid, String birth, Instant since, Map<String, Integer> ports, long logOffset) {
  /** Copies the ports. */
  public ServerProcess {
    ports = Map.copyOf(ports);
  }
}
