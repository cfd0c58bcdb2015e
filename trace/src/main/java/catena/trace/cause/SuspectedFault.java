// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import catena.trace.record.Incident;
import java.util.Optional;

/**
 * A fault, or a server that fell by itself, that may have taken a write.
 *
 * @param what which one
 * @param host host and port of the tablet's host that it hit, where that is not the one that is
 *     thought to have taken the write
 * @param weight greater for the more suspect; see {@link FaultRelation}
 */
public record SuspectedFault(
    Incident what, FaultRelation bond, Optional<String> host, int weight) {}
