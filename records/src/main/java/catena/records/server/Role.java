// SPDX-License-Identifier: Apache-2.0
package catena.records.server;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a server does in an instance, or in what the instance stands on; its word on the command
 * line, in files and in journals is the name in lower case.
 */
public enum Role {
  /** The KDC of a local cluster with Kerberos, which all others need. */
  KDC(Stack.KERBEROS, "catena.cluster.process.Kdc"),
  /** HDFS's name server. */
  NAMENODE(Stack.HADOOP, "org.apache.hadoop.hdfs.server.namenode.NameNode"),
  /** HDFS's block server. */
  DATANODE(Stack.HADOOP, "org.apache.hadoop.hdfs.server.datanode.DataNode"),
  /** ZooKeeper. */
  ZOOKEEPER(Stack.ZOOKEEPER, "org.apache.zookeeper.server.quorum.QuorumPeerMain"),
  /** Accumulo's manager; those after the first stand by. */
  MANAGER(Stack.ACCUMULO, "manager"),
  /** Accumulo's tablet server. */
  TSERVER(Stack.ACCUMULO, "tserver"),
  /** Accumulo's garbage collector. */
  GC(Stack.ACCUMULO, "gc"),
  /** Accumulo's monitor with its REST interface. */
  MONITOR(Stack.ACCUMULO, "monitor"),
  /** Accumulo's scan server. */
  SSERVER(Stack.ACCUMULO, "sserver"),
  /** Accumulo's coordinator of external compactions. */
  COORDINATOR(Stack.ACCUMULO, "compaction-coordinator"),
  /** Accumulo's external compactor. */
  COMPACTOR(Stack.ACCUMULO, "compactor"),
  /** YARN's resource manager. */
  RESOURCEMANAGER(Stack.HADOOP, "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager"),
  /** YARN's node manager. */
  NODEMANAGER(Stack.HADOOP, "org.apache.hadoop.yarn.server.nodemanager.NodeManager");

  /** Whose class path a server runs on. */
  public enum Stack {
    HADOOP,
    ZOOKEEPER,
    ACCUMULO,
    KERBEROS
  }

  private final String word = name().toLowerCase(Locale.ROOT);
  private final Stack stack;
  private final String program;

  Role(Stack stack, String program) {
    this.stack = stack;
    this.program = program;
  }

  /** The word for it, as on the command line and in a server's name. */
  public String word() {
    return word;
  }

  /** The role with a word, if there is one. */
  public static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /** The role whose servers a main class or a keyword starts, if there is one. */
  public static Optional<Role> ofProgram(Stack stack, String program) {
    return Arrays.stream(values())
        .filter(role -> role.stack == stack && role.program.equals(program))
        .findFirst();
  }

  /** All the words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "));
  }

  /** Whose class path its servers run on. */
  public Stack stack() {
    return stack;
  }

  /** The main class, or the keyword that Accumulo's starter takes. */
  public String program() {
    return program;
  }
}
