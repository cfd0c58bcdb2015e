package catena.fleet.yarn;

import catena.fleet.launch.LaunchRequest;
import catena.fleet.launch.Launcher;
import catena.fleet.launch.Workers;
import catena.harness.client.Bounded;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.settings.Texts;
import catena.harness.words.Problems;
import catena.harness.words.Reasons;
import catena.harness.words.UsageException;
import catena.harness.yarn.YarnSite;
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
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Workers as the tasks of one MapReduce job. */
public final class YarnLauncher implements Launcher {
  /** The word of {@code --launch}. */
  public static final String NAME = "yarn";

  private static final Logger LOG = LogManager.getLogger(YarnLauncher.class);
  private static final Duration POLL = Duration.ofMillis(500);

  /** A launcher. */
  public YarnLauncher() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "tasks of one MapReduce job on YARN, which brings its own jars";
  }

  @Override
  public List<Setting<?>> settings() {
    return YarnSettings.all();
  }

  @Override
  public void check(LaunchRequest request, Problems problems) {
    problems.check(
        () -> {
          YarnSite unused = site(request);
        });
  }

  private static YarnSite site(LaunchRequest request) {
    Path beside = request.clientProperties().toAbsolutePath().resolveSibling("conf/hadoop");
    return YarnSite.of(
        "--launch yarn",
        YarnSettings.HADOOP_CONF.key(),
        request.settings().get(YarnSettings.HADOOP_CONF),
        Optional.of(beside).filter(Files::isDirectory),
        Optional.ofNullable(System.getenv("HADOOP_CONF_DIR")));
  }

  @Override
  public Workers launch(LaunchRequest request) throws IOException, InterruptedException {
    Settings settings = request.settings();
    Configuration conf = site(request).configuration();
    Duration limit = settings.get(YarnSettings.LIMIT);
    YarnRoom yarn = new YarnRoom(conf);
    long worker = WorkerJob.container(conf, settings.get(YarnSettings.HEAP));
    Room room = within("Asking YARN for its nodes", limit, yarn::now);
    room.refusal(request.workers(), WorkerJob.master(conf), worker)
        .ifPresent(
            why -> {
              throw new UsageException(why);
            });
    checkReach(request.run(), room);
    JobFiles files = JobFiles.create(conf);
    try {
      return begin(request, conf, files, yarn, worker);
    } catch (IOException | InterruptedException | RuntimeException e) {
      remove(files, e);
      throw e;
    }
  }

  /**
   * Tasks run anywhere, so that a directory of this machine will do only if all is this machine.
   */
  static void checkReach(String run, Room room) {
    try (RunDirectory directory = RunDirectory.open(run, new Configuration())) {
      Optional<String> elsewhere =
          room.nodes().stream().map(Room.Node::name).filter(name -> !isHere(name)).findFirst();
      boolean named = run.startsWith("file:"); // somebody says that all have it
      if (directory.local().isPresent() && !named && elsewhere.isPresent()) {
        throw new UsageException(
            "Workers on YARN cannot reach the run directory "
                + directory.display()
                + ": it is on this machine, and YARN has nodes elsewhere ("
                + elsewhere.get()
                + "); name one on HDFS with --run-dir hdfs://..., or with file:/... one that all"
                + " nodes share");
      }
    } catch (IOException e) {
      LOG.warn("{} was not closed", run, e);
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

  private static Workers begin(
      LaunchRequest request, Configuration conf, JobFiles files, YarnRoom yarn, long container)
      throws IOException, InterruptedException {
    Settings settings = request.settings();
    WorkerTask task =
        new WorkerTask(
            request.run(),
            request.workers(),
            request.options(),
            request.environment(),
            Files.readString(request.clientProperties()),
            settings.get(YarnSettings.HEAP),
            files.root());
    Path scratch = Files.createTempDirectory("catena-workers-");
    Duration limit = settings.get(YarnSettings.LIMIT);
    Job job;
    try {
      job = WorkerJob.of(conf, task, settings, scratch);
      within(
          "Submitting the job to YARN",
          limit,
          () -> {
            job.submit();
            return job;
          });
    } finally {
      FileSystem.getLocal(conf).delete(new org.apache.hadoop.fs.Path(scratch.toUri()), true);
    }
    YarnWorkers workers =
        new YarnWorkers(
            new HadoopJob(job),
            files,
            request.workers(),
            Optional.of(yarn),
            container,
            YarnWorkers.ASK_EACH);
    try {
      awaitBegin(job, limit, settings, yarn, container);
      return workers;
    } catch (IOException | InterruptedException | RuntimeException e) {
      try {
        workers.close();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** Until the ApplicationMaster runs; the tasks may wait for their turn longer. */
  private static void awaitBegin(
      Job job, Duration limit, Settings settings, YarnRoom yarn, long container)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (job.getStatus().getState() == JobStatus.State.PREP) {
      if (System.nanoTime() - deadline > 0) {
        throw new UsageException(
            "YARN has not begun the job within "
                + Texts.duration(limit)
                + " (fleet.yarn.limit): "
                + within("Asking YARN for its nodes", limit, yarn::now).now(container)
                + "; wait until others have ended, or name another queue with fleet.yarn.queue (now"
                + " '"
                + settings.get(YarnSettings.QUEUE)
                + "')");
      }
      Thread.sleep(POLL.toMillis());
    }
    if (job.isComplete() && !job.isSuccessful()) {
      throw new UsageException(
          "YARN refused the job " + job.getJobID() + ": " + failure(job.getStatus()));
    }
  }

  private static String failure(JobStatus status) {
    String info = status.getFailureInfo();
    return info == null || info.isBlank() || info.equals("NA")
        ? "its log on YARN has the reason"
        : info.strip().replaceAll("\\s+", " ");
  }

  @Override
  public Workers attach(LaunchRequest request, String handle)
      throws IOException, InterruptedException {
    Configuration conf = site(request).configuration();
    int blank = handle.indexOf(' ');
    if (blank < 0) {
      throw new IOException("'" + handle + "' names no job of workers");
    }
    Duration limit = request.settings().get(YarnSettings.LIMIT);
    JobID id = JobID.forName(handle.substring(0, blank));
    Job job = within("Asking YARN for job " + id, limit, () -> new Cluster(conf).getJob(id));
    if (job == null) {
      throw new IOException("YARN knows no job " + id);
    }
    return new YarnWorkers(
        new HadoopJob(job),
        JobFiles.at(handle.substring(blank + 1), conf),
        request.workers(),
        Optional.of(new YarnRoom(conf)),
        WorkerJob.container(conf, request.settings().get(YarnSettings.HEAP)),
        YarnWorkers.ASK_EACH);
  }

  private static void remove(JobFiles files, Exception failure) {
    try {
      files.remove();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static <T> T within(String what, Duration limit, Callable<T> call)
      throws IOException, InterruptedException {
    try {
      return Bounded.call(what, limit, call);
    } catch (TimeoutException e) {
      throw new UsageException(
          what
              + " took longer than "
              + Texts.duration(limit)
              + " (fleet.yarn.limit): is the ResourceManager at work that yarn-site.xml names?");
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(what + " failed: " + Reasons.of(e), e);
    }
  }
}
