// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Judgement.Standing;

/**
 * What is counted while a table is read and checked; also the names of a job's counters. What
 * readers and verification both count has one name.
 */
public enum Count {
  /** Lookups, batches or scans that were answered. */
  READS("reads"),
  /** Rows that were checked: requested, expected or returned. */
  ROWS("rows"),
  /** Entries that were returned. */
  ENTRIES("entries"),
  /** Bytes of keys and values that were returned. */
  BYTES("bytes"),
  /** Nodes for which one certain entry must be there. */
  PROMISED("entries promised"),
  /** Rows that hold exactly what was promised. */
  EXACT("exactly as promised"),
  /** Deleted rows that are not there. */
  GONE("deleted and gone"),
  /** Rows for which more than one state is right, since a write of them is indeterminate. */
  INDETERMINATE("indeterminate"),
  /** Rows that must not be seen with the authorizations in use. */
  HIDDEN("hidden by visibility"),
  /** Rows that must not be seen through the filter in use. */
  UNSELECTED("left out by the filter"),
  /** Hidden nodes for which only one state is right. */
  HIDDEN_CERTAIN("hidden and certain"),
  /** Nodes of windows that were begun, which their writers have not reached. */
  UNWRITTEN("not written yet"),
  /** Nodes of windows that were begun: each is checked, and has one outcome. */
  VISITED("nodes looked for"),
  /** Rows that were seen and belong to no window that was begun. */
  BEYOND("rows beyond the windows begun"),
  /** Rows that differ from what was promised before the scan, and are checked again. */
  DIFFERING("rows that differed at first"),
  /** Rows of writers without a ledger that agree with the graph. */
  UNPROMISED_ROWS("rows without a ledger"),
  /** Rows that no writer has reached, with what was there before the table had its graph. */
  FORMER("from before the takeover"),
  /** Entries of writers without a ledger that agree with the graph. */
  UNPROMISED("without a ledger"),
  /** What differed from the promise from before the read because of writes made during it. */
  CHANGED("changed meanwhile"),
  /** Sound entries of a table without a graph. */
  SOUND("sound"),
  /** Rows that were not right at first and might pass, so that they were to be read again. */
  REREAD("read again"),
  /** Of these, rows that were right then. */
  PASSED("right when read again"),
  /** Of these, rows that were not right until their time was up. */
  STAYED("settled at the limit"),
  /** Of these, rows that could not be settled. */
  UNSETTLED("not settled"),
  /** Reads that took longer than their timeout and were made again. */
  TIMEOUTS("timed out"),
  /** Reads that were due when the time was up and had not begun. */
  NEVER_BEGUN("due and never begun"),
  /** Reads that were begun then, and were not answered. */
  UNDER_WAY("under way at the end"),
  /** Announced rows that a reader tried to read. */
  ANNOUNCED("announced and looked for"),
  /** Announced rows that were not there at the first attempt, and were seen later. */
  LAGGING("lagging"),
  /** Announced rows that were not seen before their time was up, or the phase over. */
  UNSEEN("not seen"),
  /** Announced rows that no reader read once their writes were settled. */
  UNJUDGED("not judged"),
  /** Ranges of rows that tasks scanned to their ends. */
  RANGES("ranges looked at"),
  /** Ranges of rows whose scan failed. */
  FAILED_RANGES("ranges not scanned"),
  /** Rows with a sound entry. */
  NODES("nodes seen"),
  /** Sound and right entries with a previous row. */
  REFERENCES("references seen"),
  /** References of these whose row is not there. */
  BROKEN_REFERENCES("references broken"),
  /** Rows that only a wrong entry refers to. */
  STRAY_REFERENCES("references astray"),
  /** Promised nodes that another promised entry refers to. */
  REFERENCED_PREDICTED("REFERENCED predicted"),
  /** Promised nodes that no promised entry refers to. */
  UNREFERENCED_PREDICTED("UNREFERENCED predicted"),
  /** Hidden nodes that an entry that is seen refers to. */
  UNDEFINED_PREDICTED("UNDEFINED predicted"),
  /** References mode: rows with an entry that are referred to. */
  REFERENCED("REFERENCED"),
  /** References mode: rows with an entry that nothing refers to. */
  UNREFERENCED("UNREFERENCED"),
  /** References mode: rows that are referred to and have no entry. */
  UNDEFINED("UNDEFINED"),
  /** References mode: entries whose checksum or layout is wrong. */
  CORRUPT("CORRUPT");

  private final String words;

  Count(String words) {
    this.words = words;
  }

  /** The name in a tally. */
  public String words() {
    return words;
  }

  /** As what a row with nothing wrong counts. */
  public static Count of(Standing standing) {
    return switch (standing) {
      case PRESENT -> EXACT;
      case ABSENT -> GONE;
      case OPEN -> INDETERMINATE;
      case HIDDEN -> HIDDEN;
      case UNSELECTED -> UNSELECTED;
      case UNWRITTEN -> UNWRITTEN;
      case UNPROMISED -> UNPROMISED_ROWS;
      case FORMER -> FORMER;
    };
  }
}
