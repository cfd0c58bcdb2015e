// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import java.util.OptionalLong;

/**
 * Who wrote an entry, and when: the part of a finding that the graph and the ledger know.
 *
 * @param writer the writer's number
 * @param block the block of the node
 * @param layer the layer of the node within its block
 * @param index the place of the node within its layer
 * @param count the writer's count in the value, if known
 * @param intendedMillis wall clock at which the window was about to be sent, if known
 * @param acknowledgedMillis wall clock at which the window was acknowledged, if it was
 */
public record Origin(
    int writer,
    long block,
    int layer,
    long index,
    OptionalLong count,
    OptionalLong intendedMillis,
    OptionalLong acknowledgedMillis) {

  /** An origin with nothing but its place. */
  public static Origin of(int writer, long block, int layer, long index) {
    OptionalLong unknown = OptionalLong.empty();
    return new Origin(writer, block, layer, index, unknown, unknown, unknown);
  }

  /** The same with the writer's count. */
  public Origin withCount(long writes) {
    return new Origin(
        writer, block, layer, index, OptionalLong.of(writes), intendedMillis, acknowledgedMillis);
  }

  /** The same with the times of the window. */
  public Origin withTimes(OptionalLong intended, OptionalLong acknowledged) {
    return new Origin(writer, block, layer, index, count, intended, acknowledged);
  }

  /** Another node of the same window; its count is not given. */
  public Origin at(long other) {
    return new Origin(
        writer, block, layer, other, OptionalLong.empty(), intendedMillis, acknowledgedMillis);
  }

  /** In words, short. */
  public String inWords() {
    return "writer " + writer + " block " + block + " layer " + layer + " index " + index;
  }
}
