// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that writers announce to readers, through the instance's ZooKeeper: YCSB++'s producers and
 * consumers. A writer announces a row when the batch writer has it, and never waits for that; a
 * reader takes each row once, whatever process it is in.
 */
package catena.read.announce;
