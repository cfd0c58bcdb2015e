// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

/**
 * How a worker's part in a run ended.
 *
 * @param completed whether the coordinator said that there is nothing more to do
 * @param reason why it ended, in words
 */
public record WorkerEnding(boolean completed, String reason) {}
