// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.control.NetworkControl;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** {@code catena cluster}: starts a local cluster and does things to its servers. */
public final class ClusterCommand implements Command {
  /** How long tablets may take to be hosted: logs of servers that were killed are sorted first. */
  private static final Duration HOSTED = Duration.ofMinutes(5);

  /** All hosts that are not in the first of two groups. */
  private static final String OTHERS = "others";

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  /** A line of the table of servers. */
  private static final String ROW = "%-18s %9s  %-8s %-20s %s%s";

  @Parameter(
      description =
          "ACTION [SERVER...]: start|stop|status|kill|pause|resume [SERVER...], cut HOSTS"
              + " HOSTS, heal, shell [ARGS...] (Accumulo's shell); a SERVER is an id such as"
              + " tserver-1, or a role such as tserver for all of them; HOSTS are names such as"
              + " host-1,zookeeper, or 'others'")
  List<String> words = new ArrayList<>();

  @Parameter(names = "--dir", description = "directory of the cluster")
  String dir = ".cluster";

  @Parameter(names = "--one-way", description = "cut: only in one direction")
  boolean oneWay;

  @Parameter(names = "--clean", description = "stop: at once, and remove the directory")
  boolean clean;

  @ParametersDelegate private final ClusterRequest asked = new ClusterRequest();

  private final StopSignal stop;

  /**
   * A command that is called once.
   *
   * @param stop ends a start that is under way
   */
  public ClusterCommand(StopSignal stop) {
    this.stop = stop;
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            "cluster",
            "start and stop a local cluster, its servers and its network",
            "0 done or healthy, 2 not completed or not healthy, 64 usage error",
            "bin/catena cluster start --tservers 3",
            "bin/catena cluster kill tserver-1",
            "bin/catena cluster shell -e tables")
        .withArguments(() -> Texts.words(ClusterAction.class).toList())
        .in(CommandDescription.START);
  }

  /** What stands behind {@code shell} is the shell's own; the value of an option is no action. */
  @Override
  public List<String> words(List<String> typed) {
    List<String> all = new ArrayList<>(typed);
    int action = 0;
    while (action < typed.size()
        && (Texts.find(ClusterAction.class, typed.get(action)).isEmpty()
            || (action > 0 && typed.get(action - 1).startsWith("-")))) {
      action++;
    }
    if (action < typed.size() && typed.get(action).equals(ClusterAction.SHELL.word())) {
      all.add(action + 1, "--");
    }
    return all;
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    ClusterAction action = ClusterAction.of(words);
    checkOptions(action);
    try {
      return action == ClusterAction.START && words.size() == 1
          ? startAll(terminal)
          : onServers(action, terminal);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage().lines().toList());
    }
  }

  private void checkOptions(ClusterAction action) {
    boolean all = words.size() == 1;
    Problems problems = new Problems();
    problems.unless(
        !clean || (action == ClusterAction.STOP && all),
        "--clean goes with stop of the whole cluster only");
    problems.unless(
        asked.given().isEmpty() || (action == ClusterAction.START && all),
        String.join(", ", asked.given()) + " go with start of the whole cluster only");
    problems.unless(!oneWay || action == ClusterAction.CUT, "--one-way goes with cut only");
    problems.throwIfAny();
  }

  private LocalCluster started(Path directory, ClusterSpec before, Terminal terminal)
      throws IOException, InterruptedException {
    LocalCluster cluster = LocalCluster.start(directory, asked.applyTo(before), terminal::note);
    terminal.note("every server is at work; waiting until every tablet is hosted");
    cluster.awaitHealthy(HOSTED);
    return cluster;
  }

  private Verdict startAll(Terminal terminal) throws Exception {
    Path directory = Path.of(dir);
    ClusterSpec before =
        LocalCluster.exists(directory) ? LocalCluster.open(directory).spec() : ClusterSpec.usual();
    LocalCluster cluster = stop.interrupting(() -> started(directory, before, terminal));
    terminal.line("client properties: " + cluster.clientProperties());
    terminal.line("hadoop conf:       " + cluster.hadoopConf());
    if (cluster.spec().number(Role.MONITOR) > 0) {
      terminal.line("monitor:           " + cluster.monitor());
    }
    return Verdict.PASS;
  }

  private Verdict onServers(ClusterAction action, Terminal terminal)
      throws IOException, InterruptedException {
    if (!LocalCluster.exists(Path.of(dir))) {
      throw new UsageException(
          "there is no cluster in '" + dir + "'; start one there, or name its directory by --dir");
    }
    LocalCluster cluster = LocalCluster.open(Path.of(dir), terminal::note);
    List<String> behind = words.subList(1, words.size());
    return switch (action) {
      case SHELL -> cluster.shell(behind) == 0 ? Verdict.PASS : Verdict.UNKNOWN;
      case CUT, HEAL -> onNetwork(action, cluster, terminal);
      case STATUS -> list(cluster, servers(cluster), terminal);
      case STOP -> stop(cluster, servers(cluster), terminal);
      case START -> {
        cluster.start(servers(cluster));
        yield done(action, servers(cluster), terminal);
      }
      case KILL, PAUSE, RESUME -> {
        List<ServerId> ids = servers(cluster);
        if (ids.isEmpty()) {
          throw new UsageException(action.word() + " needs a server, such as tserver-1 or tserver");
        }
        for (ServerId id : ids) {
          action.perform(cluster, id);
        }
        yield done(action, ids, terminal);
      }
    };
  }

  private List<ServerId> servers(LocalCluster cluster) {
    return ClusterAction.servers(words.subList(1, words.size()), cluster.spec().ids());
  }

  private Verdict onNetwork(ClusterAction action, LocalCluster cluster, Terminal terminal)
      throws IOException, InterruptedException {
    NetworkControl network =
        cluster
            .network()
            .orElseThrow(
                () ->
                    new UsageException(
                        "this cluster has no hosts to cut apart; start one with --hosts N"));
    cutOrHeal(action, network, words.subList(1, words.size()), oneWay);
    lines(network.cuts()).forEach(terminal::line);
    return Verdict.PASS;
  }

  private Verdict stop(LocalCluster cluster, List<ServerId> ids, Terminal terminal)
      throws IOException, InterruptedException {
    if (!ids.isEmpty()) {
      for (ServerId id : ids) {
        cluster.stop(id);
      }
      return done(ClusterAction.STOP, ids, terminal);
    }
    if (clean) {
      cluster.clean();
      terminal.line("stopped, and removed " + dir);
    } else {
      cluster.stop();
      terminal.line("stopped; the data is kept in " + dir);
    }
    return Verdict.PASS;
  }

  private static Verdict list(LocalCluster cluster, List<ServerId> ids, Terminal terminal)
      throws IOException, InterruptedException {
    List<Server> servers =
        cluster.list().stream().filter(s -> ids.isEmpty() || ids.contains(s.id())).toList();
    Optional<NetworkControl> network = cluster.network();
    table(servers, network.map(hosts -> hosts::hostOf), ZoneId.systemDefault())
        .forEach(terminal::line);
    List<NetworkControl.Cut> cuts = network.isPresent() ? network.get().cuts() : List.of();
    if (!cuts.isEmpty()) {
      lines(cuts).forEach(terminal::line);
    }
    boolean running = servers.stream().allMatch(server -> server.state() == ServerState.RUNNING);
    // Where one is asked for, or one is missing, the table shows it all.
    Optional<String> problem = ids.isEmpty() && running ? cluster.problem() : Optional.empty();
    if (ids.isEmpty() && running) {
      terminal.line(problem.map(what -> "not healthy: " + what).orElse("every tablet is hosted"));
    }
    return cuts.isEmpty() && running && problem.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
  }

  private static Verdict done(ClusterAction action, List<ServerId> ids, Terminal terminal) {
    ids.forEach(id -> terminal.line(action.past() + " " + id));
    return Verdict.PASS;
  }

  /** Cuts, or heals what the words name; without words everything. */
  static void cutOrHeal(
      ClusterAction action, NetworkControl network, List<String> words, boolean oneWay)
      throws IOException, InterruptedException {
    if (action == ClusterAction.HEAL && words.isEmpty()) {
      network.healAll();
      return;
    }
    List<Set<String>> groups = groups(words, network.hosts());
    if (action == ClusterAction.CUT) {
      network.cut(groups.get(0), groups.get(1), oneWay);
    } else {
      network.heal(groups.get(0), groups.get(1));
    }
  }

  /**
   * Reads two groups such as {@code host-1,host-2} and {@code others}.
   *
   * @throws UsageException if there are not two
   */
  static List<Set<String>> groups(List<String> words, List<String> hosts) {
    if (words.size() != 2) {
      throw new UsageException(
          "a cut is between two groups of hosts, such as: cut host-1 zookeeper,namenode");
    }
    Set<String> from = group(words.get(0));
    boolean others = words.get(1).equals(OTHERS);
    return List.of(
        from, others ? Sets.difference(ImmutableSet.copyOf(hosts), from) : group(words.get(1)));
  }

  private static Set<String> group(String word) {
    return ImmutableSet.copyOf(word.split(",", -1));
  }

  /** A heading and a line for each server, with its host if there are any, and times of a zone. */
  static List<String> table(
      List<Server> servers, Optional<Function<ServerId, String>> hosts, ZoneId zone) {
    String host = hosts.isPresent() ? "host       " : "";
    List<String> lines = new ArrayList<>();
    lines.add(ROW.formatted("server", "pid", "state", "since", host, "address").stripTrailing());
    for (Server server : servers) {
      lines.add(
          ROW.formatted(
                  server.id(),
                  server.pid().isPresent() ? Long.toString(server.pid().getAsLong()) : "-",
                  server.state(),
                  server.since().map(since -> TIME.format(since.atZone(zone))).orElse("-"),
                  hosts.map(of -> "%-10s ".formatted(of.apply(server.id()))).orElse(""),
                  address(server))
              .stripTrailing());
    }
    return lines;
  }

  private static String address(Server server) {
    return server.ports().isEmpty()
        ? ""
        : server.host() + " " + Joiner.on(" ").withKeyValueSeparator(":").join(server.ports());
  }

  /** A line for each cut, in both directions where it is in both. */
  static List<String> lines(List<NetworkControl.Cut> cuts) {
    List<String> lines = new ArrayList<>();
    for (NetworkControl.Cut cut : cuts) {
      NetworkControl.Cut back = new NetworkControl.Cut(cut.to(), cut.from());
      if (!cuts.contains(back)) {
        lines.add("cut: " + cut.from() + " -> " + cut.to());
      } else if (cut.from().compareTo(cut.to()) < 0) {
        lines.add("cut: " + cut.from() + " <-> " + cut.to());
      }
    }
    return lines.isEmpty() ? List.of("no cuts") : lines;
  }
}
