// SPDX-License-Identifier: Apache-2.0
package catena.graph;

/** The result of decoding an entry: its sound content, or why it is corrupt. */
public sealed interface Decoded {
  /** The previous row of a head, which refers to nothing. */
  long NO_PREVIOUS = -1;

  /**
   * An entry of the format whose checksum, if it has one, is right.
   *
   * @param writer the UUID of its writer
   * @param count the writer's count
   * @param previous the row that it refers to, or {@link #NO_PREVIOUS}
   * @param payload the size of the payload in bytes; -1 if there is not even a separator for one
   * @param checksummed whether it has a checksum
   */
  record Sound(String writer, long count, long previous, int payload, boolean checksummed)
      implements Decoded {}

  /**
   * An entry that no client can have written like this.
   *
   * @param reason what is wrong with it
   */
  record Corrupt(String reason) implements Decoded {}
}
