// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.config.AccumuloHome;
import catena.cluster.config.CommandLines;
import catena.cluster.config.ServerJars;
import catena.cluster.control.ClusterControl;
import catena.cluster.control.DiskControl;
import catena.cluster.control.Instrument;
import catena.cluster.control.NetworkControl;
import catena.cluster.disk.DataDisks;
import catena.cluster.health.Health;
import catena.cluster.network.HostNetwork;
import catena.cluster.process.Cleanup;
import catena.cluster.process.ClusterLock;
import catena.cluster.process.PidFiles;
import catena.cluster.process.Signals;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Json;
import catena.cluster.spec.Limit;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.threads.ProgramRun;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A cluster of processes on this machine, which lives in a directory and outlives the process that
 * started it.
 */
public final class LocalCluster implements ClusterControl {
  private static final Logger LOG = LogManager.getLogger(LocalCluster.class);
  private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(20);

  private final ClusterFiles files;

  /** Another one once servers were added. */
  private volatile ClusterRecord cluster;

  private final ServerJars jars;
  private final PidFiles pids;
  private final Consumer<String> notes;

  private LocalCluster(
      ClusterFiles files, ClusterRecord cluster, ServerJars jars, Consumer<String> notes) {
    this.files = files;
    this.cluster = cluster;
    this.jars = jars;
    this.pids = new PidFiles(files);
    this.notes = notes;
  }

  /**
   * Starts what of a cluster does not run yet, creating the cluster if there is none in the
   * directory, and waits until every server answers.
   *
   * @param spec what the cluster is to be; one that exists may grow, and takes on changed heaps and
   *     site properties with the next start of each server
   * @param notes takes a line for people about each step
   * @throws ClusterException if a server does not start; those that this call started are ended
   * @throws IllegalArgumentException if an existing cluster cannot become what is asked, or this
   *     machine cannot carry it: {@link ClusterSetup#whyNot}
   */
  public static LocalCluster start(Path directory, ClusterSpec spec, Consumer<String> notes)
      throws IOException, InterruptedException {
    ClusterFiles files = new ClusterFiles(directory);
    Optional<String> problem = ClusterSetup.whyNot(directory, spec);
    if (problem.isPresent()) {
      throw new IllegalArgumentException(problem.get());
    }
    ServerJars jars = jars(spec);
    if (jars.home().isPresent()) {
      AccumuloHome home = jars.home().get();
      notes.accept("Accumulo " + home.version() + " of " + home.directory());
    }
    ClusterSetup.lay(files);
    return ClusterLock.holding(
        files,
        () -> {
          ClusterSetup.lay(files); // again, where another process has removed the directory
          ClusterRecord cluster = ClusterSetup.settle(files, spec);
          LocalCluster local = new LocalCluster(files, cluster, jars, notes);
          local.startup().all();
          return local;
        });
  }

  private static ServerJars jars(ClusterSpec spec) throws ClusterException {
    return ServerJars.find(spec.ownAccumulo().map(AccumuloHome::new));
  }

  /**
   * The cluster in a directory, whether it runs or not.
   *
   * @throws ClusterException if there is none
   */
  public static LocalCluster open(Path directory) throws IOException {
    return open(directory, note -> {});
  }

  /** The cluster in a directory, with a taker of lines for people about each step. */
  public static LocalCluster open(Path directory, Consumer<String> notes) throws IOException {
    ClusterFiles files = new ClusterFiles(directory);
    if (!exists(directory)) {
      throw new ClusterException("there is no cluster in " + files.root());
    }
    ClusterRecord cluster = Json.read(files.cluster(), ClusterRecord.class);
    return new LocalCluster(files, cluster, jars(cluster.spec()), notes);
  }

  /** Whether there is a cluster in a directory. */
  public static boolean exists(Path directory) {
    return Files.isRegularFile(new ClusterFiles(directory).cluster());
  }

  /** What the cluster is. */
  public ClusterSpec spec() {
    return cluster.spec();
  }

  /**
   * Runs Accumulo's shell in the foreground, with this process's input and output.
   *
   * @param words the shell's own arguments
   * @return its exit status
   */
  public int shell(List<String> words) throws IOException, InterruptedException {
    List<String> line = new CommandLines(cluster, files, jars).shell(words);
    return ProgramRun.inForeground(line);
  }

  /** The file that Accumulo's clients take, and {@code -c} does. */
  public Path clientProperties() {
    return files.clientProperties();
  }

  /** A directory with Hadoop's site files for clients; with YARN also YARN's and MapReduce's. */
  public Path hadoopConf() {
    return files.hadoopConf();
  }

  /** Accumulo's monitor, whose REST interface is below {@code rest/}. */
  public URI monitor() {
    return URI.create("http://" + cluster.address(Role.MONITOR, "http") + "/");
  }

  /** The network between the cluster's hosts, if it was started with separate hosts. */
  @Override
  public Optional<NetworkControl> network() throws IOException {
    return HostNetwork.of(cluster).map(NetworkControl.class::cast);
  }

  /** The disks of the DataNodes, if each was given one to itself whose power can be cut. */
  @Override
  public Optional<DiskControl> disks() {
    return cluster.spec().disks().canLosePower()
        ? Optional.of(new DataDisks(files, cluster.spec()))
        : Optional.empty();
  }

  /** The agent in Accumulo's servers, if they were started with it. */
  @Override
  public Optional<Instrument> instrument() {
    return spec().instrument() ? Optional.of(new Instrument(files.instrument())) : Optional.empty();
  }

  @Override
  public List<Server> list() throws IOException {
    List<Server> servers = new ArrayList<>();
    for (ServerId id : cluster.spec().ids()) {
      servers.add(pids.server(id, cluster.host(id)));
    }
    return servers;
  }

  @Override
  public void start(ServerId id) throws IOException, InterruptedException {
    start(List.of(id));
  }

  /** Starts several servers at once, as {@link #start(ServerId)} does one. */
  @Override
  public void start(List<ServerId> ids) throws IOException, InterruptedException {
    ids.forEach(this::checkKnown);
    ClusterLock.holding(files, () -> startup().only(ids));
  }

  /** A cluster of processes grows as long as the machine carries it. */
  @Override
  public Optional<String> whyNotAdd(Role role, int count) throws IOException {
    try {
      ClusterSpec unused = grown(role, count);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private ClusterSpec grown(Role role, int count) {
    return spec().with(role, spec().number(role) + count);
  }

  @Override
  public List<ServerId> add(Role role, int count) throws IOException, InterruptedException {
    return ClusterLock.holding(files, () -> grow(role, count));
  }

  /** With the lock held: the record may have more servers now than when it was read. */
  private List<ServerId> grow(Role role, int count) throws IOException, InterruptedException {
    reread();
    ClusterRecord before = cluster;
    Optional<String> problem = whyNotAdd(role, count);
    if (problem.isPresent()) {
      throw new ClusterException(problem.get());
    }
    ClusterSpec spec = grown(role, count);
    List<ServerId> added =
        spec.ids(role).stream().filter(id -> !before.spec().ids(role).contains(id)).toList();
    Cleanup cleanup = new Cleanup();
    cleanup.attempt(
        () -> {
          cluster = ClusterSetup.settle(files, spec);
          startup().only(added);
        });
    if (cleanup.hasFailed()) {
      added.forEach(id -> cleanup.attempt(() -> end(id)));
      cleanup.attempt(() -> Json.write(files.cluster(), before));
      cluster = before;
    }
    cleanup.end();
    return added;
  }

  private void end(ServerId id) throws IOException, InterruptedException {
    Signals.kill(pids.processes(List.of(id)));
    pids.forget(id);
  }

  @Override
  public void stop(ServerId id) throws IOException, InterruptedException {
    checkKnown(id);
    ClusterLock.holding(files, () -> shutdown().one(id));
  }

  @Override
  public void kill(ServerId id) throws IOException, InterruptedException {
    checkKnown(id);
    Signals.kill(pids.processes(List.of(id)));
  }

  @Override
  public void pause(ServerId id) throws IOException, InterruptedException {
    signal(id, "STOP", ServerState.PAUSED);
  }

  @Override
  public void resume(ServerId id) throws IOException, InterruptedException {
    signal(id, "CONT", ServerState.RUNNING);
  }

  private void signal(ServerId id, String signal, ServerState wanted)
      throws IOException, InterruptedException {
    checkKnown(id);
    ServerProcess process =
        pids.alive(id)
            .orElseThrow(() -> new ClusterException(id + " has no process; start it first"));
    Signals.send(process, signal);
    if (!new Limit(SIGNAL_LIMIT).await(Duration.ofMillis(20), () -> pids.state(id) == wanted)) {
      throw new ClusterException(id + " is " + pids.state(id) + " after signal " + signal);
    }
  }

  /** Ends everything that was started for this cluster, by any process. */
  public void stop() throws IOException, InterruptedException {
    ClusterLock.holding(
        files,
        () -> {
          reread();
          shutdown().keepClasses();
          shutdown().all();
        });
  }

  /**
   * Ends everything at once, in no orderly way, and removes the directory. What is done is only
   * logged: it comes after the verdict of a run, which is the last thing that a person is to read.
   */
  public void clean() throws IOException, InterruptedException {
    Path removed = Path.of(files.root() + ".removed-" + UUID.randomUUID());
    ClusterLock.holding(
        files,
        () -> {
          reread();
          Shutdown shutdown = new Shutdown(files, cluster, jars, each -> LOG.info("{}", each));
          shutdown.keepClasses();
          shutdown.atOnce();
          try {
            Files.move(files.root(), removed); // a start that waits for the lock must not lose it
          } catch (IOException e) {
            LOG.info("{} cannot be moved, as where a disk is mounted", files.root(), e);
          }
        });
    MoreFiles.deleteRecursively(
        Files.exists(removed) ? removed : files.root(), RecursiveDeleteOption.ALLOW_INSECURE);
  }

  /** Another process may have added servers since. */
  private void reread() throws IOException {
    if (exists(files.root())) {
      cluster = Json.read(files.cluster(), ClusterRecord.class);
    }
  }

  @Override
  public SortedMap<ServerId, String> missing() throws IOException, InterruptedException {
    try (Health health = new Health(cluster, pids)) {
      return new TreeMap<>(health.missing(cluster.spec().ids()));
    }
  }

  @Override
  public Optional<Boolean> lives(long pid) {
    return Optional.of(pids.lives(pid));
  }

  @Override
  public int replication() {
    return cluster.spec().replication();
  }

  /**
   * What is missing of a whole cluster, in words: servers that are not at work, or else tablets of
   * online tables that are not hosted, with their number; empty if nothing is missing.
   */
  public Optional<String> problem() throws IOException, InterruptedException {
    try (Health health = new Health(cluster, pids)) {
      return health.problem(clientProperties());
    }
  }

  /**
   * Waits until every server is at work and every tablet of an online table is hosted.
   *
   * @throws ClusterException if that does not come within the limit, with what is missing
   */
  public void awaitHealthy(Duration limit) throws IOException, InterruptedException {
    try (Health health = new Health(cluster, pids)) {
      health.await(clientProperties(), limit, notes);
    }
  }

  private void checkKnown(ServerId id) {
    if (!cluster.spec().ids().contains(id)) {
      throw new IllegalArgumentException("there is no " + id + " in this cluster");
    }
  }

  private Startup startup() {
    return new Startup(files, cluster, jars, notes);
  }

  private Shutdown shutdown() {
    return new Shutdown(files, cluster, jars, notes);
  }
}
