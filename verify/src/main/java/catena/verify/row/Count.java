package catena.verify.row;

/** What is counted while a table is verified; also the names of the job's counters. */
public enum Count {
  /** Entries that the scan returned. */
  ENTRIES("entries scanned"),
  /** Nodes for which one certain entry must be there. */
  PROMISED("entries promised"),
  /** Nodes whose entry is exactly what was promised. */
  EXACT("exactly as promised"),
  /** Deleted nodes that are not there. */
  GONE("deleted and gone"),
  /** Nodes of which more than one state is right, since a write of them is indeterminate. */
  INDETERMINATE("indeterminate"),
  /** Nodes that must not be seen with the authorizations in use. */
  HIDDEN("hidden by visibility"),
  /** Nodes of windows that were begun, which their writers have not come to. */
  UNWRITTEN("not written yet"),
  /** Nodes of windows that were begun: each is looked for, and comes to one outcome. */
  VISITED("nodes looked for"),
  /** Rows that were seen and are of no window that was begun. */
  BEYOND("rows beyond the windows begun"),
  /** Rows that differ from what was promised before the scan, and are looked at again. */
  DIFFERING("rows that differed at first"),
  /** Rows of writers without a ledger that agree with the graph. */
  UNPROMISED_ROWS("rows without a ledger"),
  /** Those of the hidden nodes of which only one state is right. */
  HIDDEN_CERTAIN("hidden and certain"),
  /** Entries of writers without a ledger that agree with the graph. */
  UNPROMISED("without a ledger"),
  /** Rows that differ from what was promised before the scan, by writes made during it. */
  CHANGED("changed during the scan"),
  /** Ranges of rows that tasks looked at to their ends. */
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

  /** The name in the tally. */
  public String words() {
    return words;
  }
}
