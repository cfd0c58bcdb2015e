// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.server.Role;
import catena.records.threads.ProgramRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Reads what groups of processes do, a group for each role of a server and one for our clients;
 * rates are from one reading to the next.
 *
 * <p>The command line of a process is read when it is new. One without a role may be a script that
 * becomes a server by {@code exec}, which keeps number and birth: it is read again until it is a
 * minute old. Later readings touch only the processes of the groups.
 */
final class ProcessProbe {
  /** Scripts that start servers take some seconds. */
  private static final long SETTLED_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /** A query of the connections reads every open file of the host. */
  private static final long NETWORK_NANOS = TimeUnit.MILLISECONDS.toNanos(4_500);

  /** Our own processes. */
  static final String CLIENT = "client";

  private static final String ACCUMULO = "org.apache.accumulo.start.Main";
  private static final String CATENA = "catena.scenario.Main";
  private static final String YARN = "yarn";
  private static final String NAMENODE = Role.NAMENODE.word();

  /** Main classes that belong to a server of some role, or to YARN, without being that server's. */
  private static final Map<String, String> HELPERS =
      Map.ofEntries(
          Map.entry("org.apache.hadoop.hdfs.server.namenode.SecondaryNameNode", NAMENODE),
          Map.entry("org.apache.hadoop.hdfs.tools.DFSZKFailoverController", NAMENODE),
          Map.entry("org.apache.hadoop.hdfs.qjournal.server.JournalNode", NAMENODE),
          Map.entry("org.apache.zookeeper.server.ZooKeeperServerMain", Role.ZOOKEEPER.word()),
          Map.entry("org.apache.hadoop.mapreduce.v2.app.MRAppMaster", YARN),
          Map.entry("org.apache.hadoop.mapred.YarnChild", YARN));

  private final OperatingSystem system;
  private final String match;
  private final SocketBytes sockets = new SocketBytes();
  private final Counter<List<Object>> totals = new Counter<>();
  private final SortedSet<String> roles = new TreeSet<>();

  /** Processes that will not become anything else, with what they are if they are of a group. */
  private Map<ProcessHandle, Optional<Member>> known = new HashMap<>();

  private long readNanos;
  private long networkNanos;
  private boolean networkDue;

  /**
   * A process of a group.
   *
   * @param here whether its connections are in this process's network namespace
   */
  private record Member(OSProcess process, String role, boolean here) {}

  /**
   * A probe whose rates begin now.
   *
   * @param match text that the command line of a server must contain; empty for any
   */
  ProcessProbe(OperatingSystem system, String match, long nanos, Duration limit)
      throws InterruptedException {
    this.system = system;
    this.match = match;
    this.readNanos = nanos;
    this.networkNanos = nanos - NETWORK_NANOS;
    var unused = read(nanos, limit);
  }

  /** The figures by role; a role that had processes once stays, with none. */
  SortedMap<String, Map<Metric, Double>> read(long nanos, Duration limit)
      throws InterruptedException {
    double seconds = (nanos - readNanos) / 1e9;
    readNanos = nanos;
    List<Member> members = members();
    Optional<Map<Long, SocketBytes.Bytes>> network = network(nanos, limit);
    members.forEach(member -> roles.add(member.role));
    Map<String, List<Member>> byRole =
        members.stream().collect(Collectors.groupingBy(Member::role));
    SortedMap<String, Map<Metric, Double>> found = new TreeMap<>();
    for (String role : roles) {
      found.put(role, group(byRole.getOrDefault(role, List.of()), network, seconds));
    }
    totals.turn();
    return found;
  }

  /** Whether the last reading was to have the groups' network, which not every one has. */
  boolean hadNetwork() {
    return networkDue;
  }

  private Optional<Map<Long, SocketBytes.Bytes>> network(long nanos, Duration limit)
      throws InterruptedException {
    networkDue = nanos - networkNanos >= NETWORK_NANOS;
    if (!networkDue) {
      return Optional.empty();
    }
    networkNanos = nanos;
    return sockets.read(nanos, limit);
  }

  private List<Member> members() {
    Map<ProcessHandle, Optional<Member>> now = new HashMap<>();
    ProcessHandle.allProcesses()
        .forEach(
            process -> {
              if (known.containsKey(process)) {
                now.put(process, known.get(process));
              } else {
                settle(process, now);
              }
            });
    known = now;
    return now.values().stream()
        .flatMap(Optional::stream)
        .filter(member -> member.process.updateAttributes())
        .toList();
  }

  private void settle(ProcessHandle handle, Map<ProcessHandle, Optional<Member>> settled) {
    OSProcess process = system.getProcess((int) handle.pid());
    if (process != null) {
      Optional<Member> member =
          role(process.getArguments(), match)
              .map(role -> new Member(process, role, sharesNetwork(handle.pid())));
      if (member.isPresent() || process.getUpTime() >= SETTLED_MILLIS) {
        settled.put(handle, member);
      }
    }
  }

  private static boolean sharesNetwork(long pid) {
    try {
      Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
      return own.equals(Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns/net")));
    } catch (IOException | UnsupportedOperationException e) {
      return false; // Another user's process: its connections are not visible either.
    }
  }

  private Map<Metric, Double> group(
      List<Member> members, Optional<Map<Long, SocketBytes.Bytes>> network, double seconds) {
    long memory = 0;
    long threads = 0;
    long millis = 0;
    for (Member member : members) {
      OSProcess process = member.process;
      memory += process.getResidentSetSize();
      threads += process.getThreadCount();
      millis += grown(process, "cpu", process.getKernelTime() + process.getUserTime());
    }
    Map<Metric, Double> found = new EnumMap<>(Metric.class);
    found.put(Metric.PROCESSES, (double) members.size());
    found.put(Metric.MEMORY_USED, (double) memory);
    found.put(Metric.THREADS, (double) threads);
    if (seconds > 0) {
      found.put(Metric.CPU_CORES, millis / 1e3 / seconds);
    }
    disks(members, seconds, found);
    network.ifPresent(traffic -> network(members, traffic, found));
    return found;
  }

  private void disks(List<Member> members, double seconds, Map<Metric, Double> found) {
    long read = 0;
    long written = 0;
    boolean known = true;
    for (Member member : members) {
      OSProcess process = member.process;
      read += grown(process, "read", process.getBytesRead());
      written += grown(process, "written", process.getBytesWritten());
      known &= Files.isReadable(Path.of("/proc", Integer.toString(process.getProcessID()), "io"));
    }
    if (known && seconds > 0) {
      found.put(Metric.DISK_READ, read / seconds);
      found.put(Metric.DISK_WRITE, written / seconds);
    }
  }

  private static void network(
      List<Member> members, Map<Long, SocketBytes.Bytes> traffic, Map<Metric, Double> found) {
    SocketBytes.Bytes sum = new SocketBytes.Bytes(0, 0);
    for (Member member : members) {
      SocketBytes.Bytes own = traffic.get((long) member.process.getProcessID());
      sum = own == null ? sum : sum.plus(own);
    }
    if (members.stream().allMatch(Member::here)) {
      found.put(Metric.NET_RECEIVED, sum.received());
      found.put(Metric.NET_SENT, sum.sent());
    }
  }

  private long grown(OSProcess process, String what, long total) {
    return totals.grown(List.of(process, what), total);
  }

  /**
   * The group of a process, recognized by the main class in its command line, as a person would;
   * empty for one that is not to be sampled.
   *
   * @param words its command line
   * @param match text that the command line of a server must contain; empty for any
   */
  static Optional<String> role(List<String> words, String match) {
    Optional<String> role = role(words);
    boolean theirs = role.isPresent() && !role.get().equals(CLIENT);
    return theirs && !String.join(" ", words).contains(match) ? Optional.empty() : role;
  }

  private static Optional<String> role(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String next = i + 1 < words.size() ? words.get(i + 1) : "";
      if (word.equals(ACCUMULO)) {
        // Other words of its starter are short-lived tools.
        return Role.ofProgram(Role.Stack.ACCUMULO, next).map(Role::word);
      } else if (word.equals(CATENA)) {
        return Optional.of(CLIENT).filter(any -> !next.equals("cluster"));
      }
      Optional<String> group = byMainClass(word);
      if (group.isPresent()) {
        return group;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> byMainClass(String word) {
    return Role.ofProgram(Role.Stack.HADOOP, word)
        .or(() -> Role.ofProgram(Role.Stack.ZOOKEEPER, word))
        .or(() -> Role.ofProgram(Role.Stack.KERBEROS, word))
        .map(ProcessProbe::group)
        .or(() -> Optional.ofNullable(HELPERS.get(word)));
  }

  /** YARN's servers and its children are one group. */
  private static String group(Role role) {
    return switch (role) {
      case RESOURCEMANAGER, NODEMANAGER -> YARN;
      default -> role.word();
    };
  }

  /**
   * What each process of this network namespace sent and received by TCP, as the kernel counts it
   * for each connection; {@code ss} of iproute2 asks it. Linux counts no network for a process
   * itself.
   *
   * <p>What a connection carried between the last reading and its end is not counted.
   */
  static final class SocketBytes {
    private static final List<String> COMMAND = List.of("ss", "-tinpHO", "state", "established");
    private static final Pattern PID = Pattern.compile("pid=(\\d+)");
    private static final Pattern SENT = Pattern.compile(" bytes_acked:(\\d+)");
    private static final Pattern RECEIVED = Pattern.compile(" bytes_received:(\\d+)");
    private static final Pattern ENDS = Pattern.compile("^\\S+\\s+\\S+\\s+(\\S+\\s+\\S+)");

    private final Counter<String> totals = new Counter<>();
    private boolean useless;
    private OptionalLong last = OptionalLong.empty();

    /** Bytes of one process, in all or for each second. */
    record Bytes(double received, double sent) {
      Bytes plus(Bytes other) {
        return new Bytes(received + other.received, sent + other.sent);
      }
    }

    /**
     * What the processes, by their ids, have carried for each second since the last reading that
     * succeeded; empty for the first one, where there is no such program, and when it is too slow.
     */
    Optional<Map<Long, Bytes>> read(long nanos, Duration limit) throws InterruptedException {
      Optional<String> output = useless ? Optional.empty() : output(limit);
      if (output.isEmpty()) {
        return Optional.empty();
      }
      Map<Long, Bytes> bytes = parse(output.get().lines());
      OptionalLong before = last;
      last = OptionalLong.of(nanos);
      if (before.isEmpty()) {
        return Optional.empty();
      }
      double seconds = (nanos - before.getAsLong()) / 1e9;
      bytes.replaceAll((pid, all) -> new Bytes(all.received / seconds, all.sent / seconds));
      return Optional.of(bytes);
    }

    private Optional<String> output(Duration limit) throws InterruptedException {
      try {
        return ProgramRun.of(COMMAND, Map.of(), "", ProgramRun.Errors.DROPPED, limit)
            .filter(run -> run.status() == 0)
            .map(ProgramRun::printed);
      } catch (IOException e) {
        useless = true;
        return Optional.empty();
      }
    }

    /** Adds up the lines of the program's output, one a connection. */
    Map<Long, Bytes> parse(Stream<String> lines) {
      Map<Long, Bytes> found = new HashMap<>();
      lines.forEach(
          line -> {
            Matcher pid = PID.matcher(line);
            Matcher ends = ENDS.matcher(line);
            if (pid.find() && ends.find()) {
              String key = pid.group(1) + " " + ends.group(1);
              Bytes bytes = new Bytes(grown(key, 'r', RECEIVED, line), grown(key, 's', SENT, line));
              found.merge(Long.valueOf(pid.group(1)), bytes, Bytes::plus);
            }
          });
      totals.turn();
      return found;
    }

    private long grown(String key, char way, Pattern pattern, String line) {
      Matcher total = pattern.matcher(line);
      // The kernel leaves out what is 0.
      return totals.grown(key + way, total.find() ? Long.parseLong(total.group(1)) : 0);
    }
  }
}
