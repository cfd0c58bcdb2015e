// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that writers announce to readers, through the instance's ZooKeeper: YCSB++'s producers and
 * consumers. Whoever writes tells of a row when the batch writer has it, and never waits for that;
 * whoever reads takes each row once, whatever process it is in.
 */
package catena.read.announce;
