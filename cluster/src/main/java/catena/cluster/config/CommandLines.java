// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.RoleSpec;
import catena.cluster.spec.Security;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import com.google.common.base.Splitter;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Computes the command line of each server and of the short-lived programs. */
public record CommandLines(ClusterRecord cluster, ClusterFiles files, ServerJars jars) {
  /**
   * A property of this process: options for the JVM of each server, one after the other with blanks
   * between. Tests have servers that are not compiled for a long life.
   */
  static final String OPTIONS = "catena.server.options";

  /** Without it the second compiler begins four times later than by itself, as in our commands. */
  private static final String USUAL =
      "-XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400"
          + " -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000";

  /** The queue that all compactors take from. */
  static final String QUEUE = "external";

  /** Hadoop 3.3 needs it under JDK 17, in its servers and in the containers of YARN. */
  static final String OPENS = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  /**
   * No {@code hsperfdata} in the machine's temporary directory, wherever Java's own is; one of a
   * process that was killed would stay there.
   */
  private static final String NO_SHARED_COUNTERS = "-XX:+PerfDisableSharedMem";

  /** Accumulo 2.1's Property has no such key for them. */
  private static final Set<Role> WITHOUT_PORT_SEARCH = Set.of(Role.MANAGER, Role.GC, Role.MONITOR);

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private ClusterSpec spec() {
    return cluster.spec();
  }

  /** The command of a server that is to listen on these ports. */
  public List<String> server(ServerId id, Map<String, Integer> ports) {
    Role role = id.role();
    int heap = RoleSpec.of(role).heapMegabytes();
    return switch (role.stack()) {
      case HADOOP -> hadoop(role.program(), heap, hadoopOptions(id, ports));
      case ZOOKEEPER -> zookeeper(role);
      case ACCUMULO -> instrumented(accumulo(heap, accumuloWords(id, ports)));
      case KERBEROS -> kdc(role);
    };
  }

  /** Formats HDFS, over what a format that was cut short may have left. */
  public List<String> format() {
    return brief(hadoop(Role.NAMENODE.program(), 128, List.of("-format", "-force")));
  }

  /** Initialises Accumulo, once; it holds the password, and so is to be run unseen. */
  public List<String> init(String instance, String password) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("init", "--instance-name", instance, "--clear-instance-name"));
    if (spec().security() == Security.KERBEROS) {
      words.addAll(List.of("--user", KerberosSite.USER));
    }
    words.addAll(List.of("--password", password));
    return brief(accumulo(192, words));
  }

  /** Accumulo's administrator with these words. */
  public List<String> admin(String... words) {
    return asUser(Stream.concat(Stream.of("admin"), Stream.of(words)).toList());
  }

  /** Accumulo's shell with these words, as the user of the cluster's client properties. */
  public List<String> shell(List<String> words) {
    String properties = files.clientProperties().toString();
    return asUser(
        Stream.concat(Stream.of("shell", "--config-file", properties), words.stream()).toList());
  }

  private List<String> asUser(List<String> words) {
    List<String> line = new ArrayList<>(KerberosSite.loggedIn(spec(), files));
    line.addAll(brief(accumulo(128, words)));
    return line;
  }

  /** Accumulo's own program that sets the goal state of the manager. */
  public List<String> goal(String state) {
    return brief(accumulo(128, List.of("org.apache.accumulo.manager.state.SetGoalState", state)));
  }

  /**
   * Accumulo's own program that gives a table a preferred volume in ZooKeeper, before there is any
   * server.
   *
   * @param table its id
   */
  public List<String> prefer(String table, InstanceVolume volume) {
    String uri = new Configuration(cluster, files, jars).uri(volume);
    String property = "table.custom.volume.preferred=" + uri;
    return brief(accumulo(128, List.of("zoo-prop-editor", "-tid", table, "-s", property)));
  }

  /** The Java options of every YARN container; it has a separate temporary directory already. */
  static List<String> container(ClusterSpec spec, ClusterFiles files) {
    List<String> words = new ArrayList<>(List.of(OPENS, NO_SHARED_COUNTERS));
    words.addAll(KerberosSite.java(spec, files));
    return words;
  }

  /** A program of seconds is over before the optimising compiler has paid for itself. */
  private static List<String> brief(List<String> line) {
    line.add(1, "-XX:TieredStopAtLevel=1");
    return line;
  }

  private List<String> hadoopOptions(ServerId id, Map<String, Integer> ports) {
    return new Configuration(cluster, files, jars)
        .own(id, ports).entrySet().stream()
            .flatMap(each -> List.of("-D", each.getKey() + "=" + each.getValue()).stream())
            .toList();
  }

  private List<String> hadoop(String mainClass, int heap, List<String> arguments) {
    String classPath = ServerJars.classPath(jars.hadoop(), files.hadoopConf());
    List<String> line = java(heap, classPath, jars.hadoopArchive().options());
    line.add(OPENS);
    // Before one that is in some of the jars.
    line.add("-Dlog4j.configuration=" + files.hadoopConf().resolve("log4j.properties").toUri());
    line.add(mainClass);
    line.addAll(arguments);
    return line;
  }

  private List<String> zookeeper(Role role) {
    List<String> line =
        java(
            RoleSpec.of(role).heapMegabytes(),
            ServerJars.classPath(jars.accumulo(), files.zookeeperConf()),
            new ClassArchive(jars.accumulo()).options());
    line.add("-Dzookeeper.jmx.log4j.disable=true");
    if (spec().disks().tiered().isPresent()) {
      // In KiB: what is set aside of a disk that is paid for, and does not hold anything yet.
      line.add("-Dzookeeper.preAllocSize=1024");
    }
    line.add(role.program());
    line.add(files.zooCfg().toString());
    return line;
  }

  /** Catena's own program on Hadoop's class path, which has the KDC that it consists of. */
  private List<String> kdc(Role role) {
    String classPath = ServerJars.classPath(jars.hadoop(), files.hadoopConf(), ownClasses());
    List<String> line =
        java(RoleSpec.of(role).heapMegabytes(), classPath, jars.hadoopArchive().options());
    line.add(role.program());
    line.add(files.kdcProperties().toString());
    return line;
  }

  private static Path ownClasses() {
    URL place = CommandLines.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(place.toString()));
  }

  private List<String> accumulo(int heap, List<String> words) {
    List<String> line =
        java(
            heap,
            jars.accumuloClassPath(files.accumuloConf(), files.hadoopConf()),
            jars.accumuloArchive().map(ClassArchive::options).orElse(List.of()));
    line.add("-Daccumulo.properties=" + files.accumuloProperties().toUri());
    line.add("-Daccumulo.native.lib.path=" + files.nativeMaps());
    line.add("org.apache.accumulo.start.Main");
    line.addAll(words);
    return line;
  }

  private List<String> accumuloWords(ServerId id, Map<String, Integer> ports) {
    Role role = id.role();
    List<String> words = new ArrayList<>(List.of(role.program(), "-a", cluster.host(id)));
    // The port is found beforehand, so that the cluster knows it; a search would move it.
    String port = role == Role.COORDINATOR ? "compaction.coordinator.port" : role.word() + ".port";
    words.addAll(List.of("-o", port + ".client=" + ports.get(RoleSpec.of(role).ports().get(0))));
    if (!WITHOUT_PORT_SEARCH.contains(role)) {
      words.addAll(List.of("-o", port + ".search=false"));
    }
    if (role == Role.SSERVER) {
      // It holds no written entries, but without native maps it asks for heap for as many as a
      // tserver may hold.
      words.addAll(List.of("-o", "tserver.memory.maps.max=1M"));
    }
    if (role == Role.COMPACTOR) {
      words.addAll(List.of("-q", QUEUE));
    }
    return words;
  }

  /** With the agent, where the cluster is to have it. */
  private List<String> instrumented(List<String> line) {
    if (spec().instrument()) {
      line.add(1, "-javaagent:" + jars.agent().orElseThrow() + "=" + files.instrument());
    }
    return line;
  }

  private List<String> java(int heapMegabytes, String classPath, List<String> archive) {
    List<String> line = new ArrayList<>();
    line.add(JAVA);
    line.add("-Xmx" + heapMegabytes + "m");
    line.add("-XX:+ExitOnOutOfMemoryError");
    line.add("-Djava.io.tmpdir=" + files.temporary());
    line.add(NO_SHARED_COUNTERS);
    line.addAll(KerberosSite.java(spec(), files));
    if (heapMegabytes < RoleSpec.of(Role.TSERVER).heapMegabytes()) {
      line.add(
          "-XX:+UseSerialGC"); // Least memory and threads; pauses of so small a heap are short.
    }
    line.addAll(
        Splitter.on(' ').omitEmptyStrings().splitToList(System.getProperty(OPTIONS, USUAL)));
    line.addAll(archive);
    line.add("-cp");
    line.add(classPath);
    return line;
  }
}
