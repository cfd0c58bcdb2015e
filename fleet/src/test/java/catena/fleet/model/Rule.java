// SPDX-License-Identifier: Apache-2.0
package catena.fleet.model;

/** What the processes of a fleet keep to, so that the invariants hold; each can be switched off. */
enum Rule {
  TERM_FIRST("Who takes over raises the term, in one step with the right, before it reads."),
  FILES_BY_TERM("What a phase came to is a file of the term; the order names the one that counts."),
  DOUBTS_WRITTEN("What a coordinator holds against a phase goes into that phase's file."),
  STOP_ACCEPTED("The engine ends workers only after an order that ends them was accepted."),
  TWO_THIRDS("Two thirds of a session without an answer of ZooKeeper end a coordinator's parts."),
  VERDICT_NAMED("The order names the term whose verdict counts; verdict.json is its copy."),
  VERDICT_FIRST("The right is given back after the verdict."),
  SLOT_NODE("A member is a node of its slot, which is there or not."),
  BOUNDED_END("A phase ends when no share with an end of its own is at work."),
  READ_AFTER_MARK("A worker reads the order again after it has said READY, and before it begins."),
  KNOWN_END("Who took part and has neither a share nor a known end is a doubt."),
  JOURNALS_TELL("Who took part is told by journals, there before READY; marks go with sessions."),
  SHARES_OF_ALL("Shares are read of all processes, given up or not."),
  BEGUN_OR_DOUBT("A part that no process began is a doubt.");

  private final String sentence;

  Rule(String sentence) {
    this.sentence = sentence;
  }

  String sentence() {
    return sentence;
  }

  /** Whether it is kept to where workers are concerned, rather than coordinators. */
  boolean ofWorkers() {
    return compareTo(SLOT_NODE) >= 0;
  }
}
