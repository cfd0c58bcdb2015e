package catena.harness.reader.reread;

/** What readers count. */
public enum ReadCount {
  /** Lookups, batches or scans that were answered. */
  READS("reads"),
  /** Rows that were looked at: asked for, expected or returned. */
  ROWS("rows"),
  /** Entries that were returned. */
  ENTRIES("entries"),
  /** Bytes of keys and values that were returned. */
  BYTES("bytes"),
  /** Rows that hold exactly what was promised. */
  EXACT("exactly as promised"),
  /** Deleted rows that are not there. */
  GONE("deleted and gone"),
  /** Rows of which more than one state is right, since a write of them is indeterminate. */
  INDETERMINATE("indeterminate"),
  /** Rows that must not be seen with the authorizations in use. */
  HIDDEN("hidden by visibility"),
  /** Entries of writers without a ledger that agree with the graph. */
  UNPROMISED("without a ledger"),
  /** Rows that writes made meanwhile explain. */
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
  TIMEOUTS("timed out");

  private final String words;

  ReadCount(String words) {
    this.words = words;
  }

  /** The name in a tally. */
  public String words() {
    return words;
  }
}
