// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

/**
 * What ties a fault to a write that is gone, the closest tie first.
 *
 * <p>The weights order suspects and mean nothing else. A server that took a write and then fell is
 * suspected before one that hosted the tablet at another moment of the window, that before one that
 * took the tablet over later, that before the servers of the file system, that before the manager
 * and ZooKeeper.
 */
enum FaultRelation {
  /** It hit the server that had acknowledged the write and still hosted the tablet. */
  HOST(100, "hit %s, which had acknowledged these writes and hosted their tablets"),
  /** It hit a server that hosted the tablet about when the write was sent. */
  TIED_HOST(97, "hit %s, which hosted the tablets about when these writes were sent"),
  /** It hit a server that hosted the tablet at another moment before the acknowledgement. */
  WINDOW_HOST(85, "hit %s, which hosted the tablets for a part of the time of these writes"),
  /** It hit a server that hosted the tablet later on. */
  LATER_HOST(70, "hit %s, which hosted the tablets later on"),
  /** It hit a tserver, and the journal does not say whether it was the one. */
  SOME_TSERVER(50, "hit a tablet server, and it is not recorded whether that was %s"),
  /** It hit the acknowledging server after it had given the tablet away. */
  FORMER_HOST(45, "hit %s, which had acknowledged these writes but hosted them no more"),
  /** It hit a DataNode on the host of the acknowledging server. */
  OWN_DATANODE(40, "hit a DataNode on the host of %s, which had acknowledged these writes"),
  /** It hit the host of a tablet of the metadata table. */
  CATALOG(35, "hit a server of the metadata table; %s had acknowledged these writes"),
  /** It hit another DataNode, or the NameNode. */
  FILE_SYSTEM(30, "hit the file system below %s, which had acknowledged these writes"),
  /** It changed the table itself. */
  TABLE(25, "changed the table while %s hosted these tablets"),
  /** It hit the manager or ZooKeeper. */
  DIRECTION(20, "hit what directs %s, which had acknowledged these writes");

  private final int weight;
  private final String words;

  FaultRelation(int weight, String words) {
    this.weight = weight;
    this.words = words;
  }

  int weight() {
    return weight;
  }

  /** What the fault did, as the rest of a sentence. */
  String inWords(String server) {
    return words.formatted(server);
  }
}
