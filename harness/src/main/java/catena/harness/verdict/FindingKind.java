package catena.harness.verdict;

/** What can be wrong with stored data; each finding has exactly one kind. */
public enum FindingKind {
  /** Acknowledged, not deleted, absent. */
  LOST("acknowledged, not deleted, absent"),
  /** As lost, but there when it was read again. */
  LATE("acknowledged, absent, and there when it was read again"),
  /** An older acknowledged version is what the table returns. */
  STALE("an older acknowledged version is what the table returns"),
  /** Its delete was acknowledged and it is there. */
  RESURRECTED("delete acknowledged, entry present"),
  /** A row that the writer never wrote. */
  PHANTOM("a row that no writer wrote"),
  /** The right row under a wrong family, qualifier or visibility. */
  MISPLACED("right row, wrong family, qualifier or visibility"),
  /** Checksum or layout wrong. */
  CORRUPT("checksum or layout wrong"),
  /** The checksum is right, the content is not what the function says. */
  ALTERED("checksum right, content not what the function says"),
  /** One scan returned one key twice. */
  DUPLICATED("one scan returned one key twice"),
  /** Seen without the authorizations for it. */
  LEAKED("seen without the authorizations for it"),
  /** Not seen with the authorizations for it. */
  WITHHELD("not seen with the authorizations for it"),
  /** References mode: a row is referenced and has no entry. */
  UNDEFINED("referenced, and has no entry");

  private final String meaning;

  FindingKind(String meaning) {
    this.meaning = meaning;
  }

  /** What it means, in a few words. */
  public String meaning() {
    return meaning;
  }
}
