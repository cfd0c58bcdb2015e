package catena.ingest.load;

/** What the tasks of a load count. */
enum LoadCount {
  /** Entries that were written into files. */
  ENTRIES
}
