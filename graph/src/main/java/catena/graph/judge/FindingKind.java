// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

/** The kinds of what can be wrong with stored data. */
public enum FindingKind {
  /** Acknowledged and not deleted, and absent. */
  LOST("acknowledged, not deleted, absent"),
  /** Acknowledged, absent from one read and present in a later one. */
  LATE("acknowledged, absent at first, present later"),
  /** The table returns an older acknowledged version. */
  STALE("an older acknowledged version is returned"),
  /** A delete was acknowledged and the entry is present. */
  RESURRECTED("delete acknowledged, entry present"),
  /** A row that the writer never wrote. */
  PHANTOM("a row that its writer never wrote"),
  /** The right row with the wrong column family, qualifier or visibility. */
  MISPLACED("right row, wrong column or visibility"),
  /** The checksum or the layout is wrong. */
  CORRUPT("checksum or layout wrong"),
  /** The checksum is right, but the content is not what the function gives. */
  ALTERED("checksum right, content wrong"),
  /** A table that keeps all versions of an entry has more or fewer than were written. */
  MISCOUNTED("more or fewer versions of an entry than were written"),
  /** An isolated scan returned a row whose cells are not all there, or not all of one write. */
  TORN("cells of a row missing or of two writes in an isolated scan"),
  /** One scan returned one key twice. */
  DUPLICATED("one scan returned one key twice"),
  /** Seen without the authorizations for it, or past a filter that does not let it pass. */
  LEAKED("seen without the authorizations for it, or past a filter"),
  /** Not seen with the authorizations for it, or through a filter that lets it pass. */
  WITHHELD("not seen with the authorizations for it, or through a filter"),
  /** References mode: a row is referred to and has no entry. */
  UNDEFINED("referred to, and no entry there");

  private final String meaning;

  FindingKind(String meaning) {
    this.meaning = meaning;
  }

  /** The meaning, in a few words. */
  public String meaning() {
    return meaning;
  }
}
