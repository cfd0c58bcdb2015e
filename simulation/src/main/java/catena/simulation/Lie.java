package catena.simulation;

/** What the table can be told to do, though Accumulo promises not to. */
enum Lie {
  /** An entry is gone. */
  LOSE_ENTRY,
  /** All that one tablet has behind some row is gone. */
  LOSE_TAIL,
  /** All that is stored of one window of one writer is gone. */
  LOSE_WINDOW,
  /** All of one writer is gone. */
  LOSE_WRITER,
  /** A server dies and its log with it. */
  LOSE_LOG,
  /** The newest version of an entry is gone, an older one is there. */
  REVERT,
  /** A delete is gone. */
  RESURRECT,
  /** The content of an entry is another, with the right checksum. */
  ALTER,
  /** An entry stands under another column. */
  MISPLACE,
  /** An entry stands under no visibility. */
  BARE,
  /** Bytes of an entry are wrong. */
  CORRUPT,
  /** Scans return an entry twice. */
  DUPLICATE,
  /** Scans return an entry to those who may not see it. */
  LEAK,
  /** Scans keep an entry from those who have not all of the authorizations. */
  WITHHOLD,
  /** A row is there that no writer writes. */
  PHANTOM
}
