package catena.cluster.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a server does in the cluster; its word on the command line is the name in lower case. */
public enum Role {
  /** HDFS's name server. */
  NAMENODE(Stack.HADOOP, "org.apache.hadoop.hdfs.server.namenode.NameNode", 1, 1, 256),
  /** HDFS's block server. */
  DATANODE(Stack.HADOOP, "org.apache.hadoop.hdfs.server.datanode.DataNode", 1, 64, 256),
  /** ZooKeeper, a single server. */
  ZOOKEEPER(Stack.ZOOKEEPER, "org.apache.zookeeper.server.quorum.QuorumPeerMain", 1, 1, 192),
  /** Accumulo's manager; those after the first stand by. */
  MANAGER(Stack.ACCUMULO, "manager", 1, 8, 256),
  /** Accumulo's tablet server. */
  TSERVER(Stack.ACCUMULO, "tserver", 2, 64, 768),
  /** Accumulo's garbage collector. */
  GC(Stack.ACCUMULO, "gc", 1, 1, 128),
  /** Accumulo's monitor with its REST interface. */
  MONITOR(Stack.ACCUMULO, "monitor", 1, 1, 192),
  /** Accumulo's scan server. */
  SSERVER(Stack.ACCUMULO, "sserver", 0, 64, 384),
  /** Accumulo's coordinator of external compactions. */
  COORDINATOR(Stack.ACCUMULO, "compaction-coordinator", 0, 1, 128),
  /** Accumulo's external compactor. */
  COMPACTOR(Stack.ACCUMULO, "compactor", 0, 64, 256),
  /** YARN's resource manager. */
  RESOURCEMANAGER(
      Stack.HADOOP, "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", 0, 1, 256),
  /** YARN's node manager. */
  NODEMANAGER(Stack.HADOOP, "org.apache.hadoop.yarn.server.nodemanager.NodeManager", 0, 16, 256);

  /** Whose class path a server runs on. */
  public enum Stack {
    HADOOP,
    ZOOKEEPER,
    ACCUMULO
  }

  private final Stack stack;
  private final String program;
  private final int usual;
  private final int most;
  private final int heapMegabytes;

  Role(Stack stack, String program, int usual, int most, int heapMegabytes) {
    this.stack = stack;
    this.program = program;
    this.usual = usual;
    this.most = most;
    this.heapMegabytes = heapMegabytes;
  }

  /** The word for it, as on the command line and in a server's id. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role with a word, if there is one. */
  public static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /** All the words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "));
  }

  public Stack stack() {
    return stack;
  }

  /** The main class, or the keyword that Accumulo's starter takes. */
  public String program() {
    return program;
  }

  /** How many there are unless asked otherwise. */
  int usual() {
    return usual;
  }

  /** How many there may be on one machine: 1 where a second would need another set-up. */
  int most() {
    return most;
  }

  /** Heap unless asked otherwise, MiB: small, so that the default cluster takes about 3 GB. */
  public int heapMegabytes() {
    return heapMegabytes;
  }

  /** The names of the ports that a server of this role listens on. */
  public List<String> ports() {
    return switch (this) {
      case NAMENODE -> List.of("rpc", "http");
      case DATANODE -> List.of("data", "http", "ipc");
      case MONITOR -> List.of("http");
      case RESOURCEMANAGER -> List.of("client", "scheduler", "tracker", "admin", "http");
      case NODEMANAGER -> List.of("container", "localizer", "http");
      case ZOOKEEPER, MANAGER, TSERVER, GC, SSERVER, COORDINATOR, COMPACTOR -> List.of("client");
    };
  }

  /**
   * Whether others find the server by ports in their configuration, so that it has the same ones
   * for the cluster's whole life; the others get fresh ones at each start, which they register.
   */
  public boolean wellKnown() {
    return switch (this) {
      case NAMENODE, ZOOKEEPER, MONITOR, RESOURCEMANAGER -> true;
      case DATANODE, MANAGER, TSERVER, GC, SSERVER, COORDINATOR, COMPACTOR, NODEMANAGER -> false;
    };
  }
}
