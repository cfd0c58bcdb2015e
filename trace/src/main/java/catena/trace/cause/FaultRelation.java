package catena.trace.cause;

/**
 * What ties a fault to a write that is gone, the closest tie first.
 *
 * <p>The weights order suspects and mean nothing else. A server that acknowledged a write and then
 * fell is suspected before one that took the tablet over, that before the servers of the file
 * system, that before those who only direct.
 */
enum FaultRelation {
  /** It struck the server that had acknowledged the write and still hosted the tablet. */
  HOST(100, "struck %s, which had acknowledged these writes and hosted their tablets"),
  /** It struck a server that hosted the tablet later on. */
  LATER_HOST(70, "struck %s, which hosted the tablets later on"),
  /** It struck a tserver, and the journal does not tell whether it was the one. */
  SOME_TSERVER(50, "struck a tablet server, and it is not recorded whether that was %s"),
  /** It struck the acknowledging server after it had given the tablet away. */
  FORMER_HOST(45, "struck %s, which had acknowledged these writes but hosted them no more"),
  /** It struck a DataNode on the host of the acknowledging server. */
  OWN_DATANODE(40, "struck a DataNode on the host of %s, which had acknowledged these writes"),
  /** It struck the host of a tablet of the metadata table. */
  CATALOG(35, "struck a server of the metadata table; %s had acknowledged these writes"),
  /** It struck another DataNode, or the NameNode. */
  FILE_SYSTEM(30, "struck the file system below %s, which had acknowledged these writes"),
  /** It changed the table itself. */
  TABLE(25, "changed the table while %s hosted these tablets"),
  /** It struck the manager or ZooKeeper. */
  DIRECTION(20, "struck what directs %s, which had acknowledged these writes");

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
