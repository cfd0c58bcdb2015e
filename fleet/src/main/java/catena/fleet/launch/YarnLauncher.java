// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.FleetSettings;
import catena.harness.instance.HadoopConf;
import catena.records.settings.Setting;
import catena.records.threads.Bounded;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;

/** Starts workers as the tasks of one MapReduce job. */
public final class YarnLauncher implements Launcher {
  /** The value of {@code --launch}. */
  public static final String NAME = "yarn";

  /** Enough for any running ResourceManager. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return Setting.all(List.of(HadoopConf.SETTING), WorkerJob.SETTINGS);
  }

  @Override
  public void check(LaunchRequest request, Problems problems) {
    problems.check(
        () -> {
          HadoopConf unused = site(request);
        });
  }

  private static HadoopConf site(LaunchRequest request) {
    Path sibling = request.clientProperties().toAbsolutePath().resolveSibling("conf/hadoop");
    Optional<Path> local = Optional.of(sibling).filter(Files::isDirectory);
    return HadoopConf.of(request.settings(), local).requireYarn("--launch yarn");
  }

  @Override
  public Workers launch(LaunchRequest request) throws IOException, InterruptedException {
    Configuration conf = site(request).ofYarn();
    List<NodeReport> nodes = nodes(conf);
    refusal(nodes, request.workers(), memory(request))
        .ifPresent(
            why -> {
              throw new UsageException(why);
            });
    checkReach(request, nodes);
    return workers(submitted(request, conf), request, conf);
  }

  private static long memory(LaunchRequest request) {
    return WorkerJob.memory(request.settings().get(WorkerJob.HEAP));
  }

  /** Tasks run on any node, so a local directory will do only if all nodes are this machine. */
  private static void checkReach(LaunchRequest request, List<NodeReport> nodes) {
    Optional<String> elsewhere =
        nodes.stream()
            .map(node -> node.getNodeId().getHost())
            .filter(name -> !isHere(name))
            .findFirst();
    if (request.isLocal() && elsewhere.isPresent()) {
      throw new UsageException(
          "Workers on YARN cannot reach the run directory %s: it is on this machine, and YARN has nodes elsewhere (%s); name one on HDFS with --run-dir hdfs://..., or with file:/... one that all nodes share"
              .formatted(request.run(), elsewhere.get()));
    }
  }

  private static boolean isHere(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
  }

  private static Job submitted(LaunchRequest request, Configuration conf)
      throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("catena-workers-");
    try {
      Job job = WorkerJob.of(conf, WorkerJob.Task.of(request), request.settings(), scratch);
      job.submit();
      return job;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the job's own classes are here", e);
    } finally {
      FileSystem.getLocal(conf).delete(new org.apache.hadoop.fs.Path(scratch.toUri()), true);
    }
  }

  private static Workers workers(Job job, LaunchRequest request, Configuration conf) {
    return new HadoopJob(
        job,
        request.workers(),
        FleetSettings.tries(request.settings()),
        () -> room(nodes(conf), memory(request)));
  }

  @Override
  public Workers attach(LaunchRequest request, String handle)
      throws IOException, InterruptedException {
    Configuration conf = site(request).ofYarn();
    List<NodeReport> unused = nodes(conf); // Hadoop itself would wait for a quarter of an hour
    Job job = new Cluster(conf).getJob(JobID.forName(handle));
    if (job == null) {
      throw new IOException(
          "YARN knows no job %s: --lost goes on with workers that you start".formatted(handle));
    }
    return workers(job, request, conf);
  }

  // --- the memory of YARN ----------------------------------------------------------------------

  /**
   * Queries YARN for its running nodes; it either answers within seconds or is not running.
   *
   * @throws IOException if it does not answer, with its address
   */
  static List<NodeReport> nodes(Configuration site) throws IOException, InterruptedException {
    Configuration conf = new Configuration(site);
    conf.set("ipc.client.connect.max.retries", "1");
    conf.set("yarn.resourcemanager.connect.retry-interval.ms", "1000");
    conf.set("yarn.resourcemanager.connect.max-wait.ms", "5000");
    try {
      return Bounded.call("Asking YARN for its nodes", LIMIT, () -> running(conf));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(
          "YARN does not answer at %s: %s; is the ResourceManager at work that yarn-site.xml names?"
              .formatted(conf.get("yarn.resourcemanager.address"), Reasons.of(e)),
          e);
    }
  }

  private static List<NodeReport> running(Configuration conf) throws Exception {
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(conf);
      client.start();
      return client.getNodeReports(NodeState.RUNNING);
    }
  }

  /** What containers may take of a node, in MB. */
  private static long all(NodeReport node) {
    return node.getCapability().getMemorySize();
  }

  private static long free(NodeReport node) {
    long used = node.getUsed() == null ? 0 : node.getUsed().getMemorySize();
    return Math.max(0, all(node) - used);
  }

  /**
   * Why this number of workers can never run, even if YARN is idle; empty if they can.
   *
   * @param worker the memory of a worker's container, in MB
   */
  static Optional<String> refusal(List<NodeReport> nodes, int workers, long worker) {
    long fit = nodes.stream().mapToLong(node -> all(node) / worker).sum();
    return fit >= workers
        ? Optional.empty()
        : Optional.of(
            ("YARN has room for %d workers of %d MB (%s), and %d are asked for: fewer workers, a"
                    + " smaller fleet.yarn.heap, or more nodes")
                .formatted(fit, worker, memory(nodes), workers));
  }

  /** The memory that is free now, in words. */
  static String room(List<NodeReport> nodes, long worker) {
    long free = nodes.stream().mapToLong(YarnLauncher::free).sum();
    return "%d MB of its %s are free, and a worker needs %d MB"
        .formatted(free, memory(nodes), worker);
  }

  private static String memory(List<NodeReport> nodes) {
    long all = nodes.stream().mapToLong(YarnLauncher::all).sum();
    return all + " MB on " + (nodes.size() == 1 ? "1 node" : nodes.size() + " nodes");
  }
}
