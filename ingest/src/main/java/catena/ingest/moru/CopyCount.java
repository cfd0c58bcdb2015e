package catena.ingest.moru;

/** What the tasks of a copy count as they go; an attempt that failed has counted, too. */
enum CopyCount {
  /** Entries that were read. */
  ENTRIES,
  /** Rows that differed and are not handed on, since their task had handed on enough. */
  LEFT
}
