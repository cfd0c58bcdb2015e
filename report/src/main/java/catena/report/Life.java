package catena.report;

/** How far a run has come when its directory is read. */
enum Life {
  /** It has ended and said so. */
  FINISHED,
  /** It wrote its last event a moment ago. */
  RUNNING,
  /** It has written nothing for a while and never said that it ended. */
  BROKEN_OFF
}
