// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that writers announce to readers, through the instance's ZooKeeper: YCSB++'s producers and
 * consumers. A writer announces a row when the batch writer has it, and never waits for that; the
 * readers of all processes together take each row once.
 */
package catena.read.announce;
