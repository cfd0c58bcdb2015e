// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.FleetSettings;
import catena.harness.instance.HadoopConf;
import catena.harness.job.YarnSite;
import catena.records.settings.Setting;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;

/** Starts workers as the tasks of one MapReduce job. */
public final class YarnLauncher implements Launcher {
  /** The value of {@code --launch}. */
  public static final String NAME = "yarn";

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
    Path beside = request.clientProperties().toAbsolutePath().resolveSibling("conf/hadoop");
    return YarnSite.of(
        "--launch yarn",
        HadoopConf.SETTING.key(),
        request.settings().get(HadoopConf.SETTING),
        Optional.of(beside).filter(Files::isDirectory),
        Optional.ofNullable(System.getenv("HADOOP_CONF_DIR")));
  }

  @Override
  public Workers launch(LaunchRequest request) throws IOException, InterruptedException {
    Configuration conf = site(request).ofYarn();
    YarnRoom room = YarnRoom.ask(conf);
    room.refusal(request.workers(), memory(request))
        .ifPresent(
            why -> {
              throw new UsageException(why);
            });
    checkReach(request, room);
    return workers(submitted(request, conf), request, conf);
  }

  private static long memory(LaunchRequest request) {
    return WorkerJob.memory(request.settings().get(WorkerJob.HEAP));
  }

  /** Tasks run on any node, so a local directory will do only if all nodes are this machine. */
  private static void checkReach(LaunchRequest request, YarnRoom room) {
    Optional<String> elsewhere =
        room.nodes().stream().map(YarnRoom.Node::name).filter(name -> !isHere(name)).findFirst();
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
    return new YarnWorkers(
        new HadoopJob(job),
        request.workers(),
        FleetSettings.tries(request.settings()),
        () -> YarnRoom.ask(conf).now(memory(request)));
  }

  @Override
  public Workers attach(LaunchRequest request, String handle)
      throws IOException, InterruptedException {
    Configuration conf = site(request).ofYarn();
    YarnRoom unused = YarnRoom.ask(conf); // Hadoop itself would wait for a quarter of an hour
    Job job = new Cluster(conf).getJob(JobID.forName(handle));
    if (job == null) {
      throw new IOException("YARN knows no job " + handle);
    }
    return workers(job, request, conf);
  }
}
