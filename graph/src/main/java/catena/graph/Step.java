// SPDX-License-Identifier: Apache-2.0
package catena.graph;

/** What one step of a block does. */
public enum Step {
  /** Writes the nodes of one layer: heads in layer 0, links above it. */
  LAYER,
  /** Writes the heads again, now pointing to the last layer: all but the last of them. */
  CLOSE,
  /** Writes nodes of the closed block again: each keeps its link and gets another count. */
  UPDATE,
  /** Deletes the nodes of one layer, the last layer first, the last node first. */
  DELETE
}
