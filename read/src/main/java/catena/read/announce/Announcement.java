// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The content of one node of the queue.
 *
 * @param host whose clock gave the times
 * @param rows in the order in which they were written
 */
record Announcement(
    @JsonProperty(value = "host", required = true) String host,
    @JsonProperty(value = "rows", required = true) List<HandedRow> rows) {
  /**
   * A row that was handed to a batch writer.
   *
   * @param row 16 hexadecimal digits
   * @param at when the batch writer had it, wall clock in milliseconds since 1970
   */
  record HandedRow(
      @JsonProperty(value = "row", required = true) String row,
      @JsonProperty(value = "at", required = true) long at) {}

  /** Copies the rows. */
  Announcement {
    rows = List.copyOf(rows);
  }
}
