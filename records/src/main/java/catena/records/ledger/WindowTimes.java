// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import java.util.OptionalLong;

/**
 * When a window was written, wall clock in milliseconds since 1970.
 *
 * @param intendedMillis when it was first about to be sent
 * @param acknowledgedMillis when its flush returned; empty if it never did
 */
public record WindowTimes(Window window, long intendedMillis, OptionalLong acknowledgedMillis) {}
