package catena.fleet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.launch.WorkerEnd;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job itself with processes as workers, by Hadoop's runner within this process: it has no YARN,
 * and tries nothing twice.
 */
class WorkerMapperTest {
  private static final long LIMIT = TimeUnit.MINUTES.toNanos(3);

  @TempDir private Path temp;

  private Configuration site() {
    Configuration site = new Configuration();
    site.set("fs.defaultFS", "file:///");
    site.set("mapreduce.framework.name", "local");
    site.set("hadoop.tmp.dir", temp.resolve("hadoop").toString());
    site.set("mapreduce.cluster.local.dir", temp.resolve("local").toString());
    site.set("mapreduce.jobtracker.staging.root.dir", temp.resolve("staging").toString());
    site.setInt("mapreduce.local.map.tasks.maximum", 3);
    return site;
  }

  private Job job(JobFiles files, String run, Configuration site) throws IOException {
    WorkerTask task =
        new WorkerTask(
            run,
            3,
            List.of("--more", "words"),
            Map.of(
                "CATENA_OPTS",
                PretendWorker.class.getName(),
                "CLASSPATH",
                System.getProperty("java.class.path")),
            "auth.token=secret",
            64 << 20,
            files.root());
    Path scratch = Files.createDirectories(temp.resolve("scratch"));
    Job job = WorkerJob.of(site, task, Settings.resolve(YarnSettings.all(), List.of()), scratch);
    job.getConfiguration().unset("tmpjars"); // this process has them
    return job;
  }

  private static List<WorkerEnd> await(JobFiles files, int count) throws Exception {
    Set<Attempt> known = new HashSet<>();
    List<WorkerEnd> ends = new ArrayList<>();
    long deadline = System.nanoTime() + LIMIT;
    while (ends.size() < count) {
      assertThat(System.nanoTime()).as("%s", ends).isLessThan(deadline);
      for (WorkerEnd end : files.ends(known)) {
        known.add(new Attempt(end.slot(), end.attempt()));
        ends.add(end);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return ends;
  }

  @Test
  void eachTaskIsAWorkerWhoseEndIsOnRecord() throws Exception {
    Configuration site = site();
    JobFiles files = JobFiles.at(temp.resolve("files").toUri().toString(), site);
    String run = temp.resolve("run").toString();
    RunDirectory.at(run, site).close();
    Files.createDirectories(temp.resolve("files/ends"));
    Job job = job(files, run, site);
    job.submit();

    assertThat(await(files, 2))
        .anySatisfy(
            end -> {
              assertThat(end.slot()).isEqualTo(1);
              assertThat(end.refused()).isTrue();
            })
        .anySatisfy(
            end -> {
              assertThat(end.slot()).isEqualTo(2);
              assertThat(end.status()).isEmpty();
              assertThat(end.words()).contains("died (status 137)").contains("dies");
            });
    assertThat(job.isComplete()).as("slot 0 is at work").isFalse();
    files.askToStop();

    long deadline = System.nanoTime() + LIMIT;
    while (!job.isComplete()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
    WorkerEnd asked =
        files.ends(Set.of(new Attempt(1, 1), new Attempt(2, 1))).stream().findFirst().orElseThrow();
    assertThat(asked.slot()).isZero();
    assertThat(asked.status()).hasValue(0);
    assertThat(Files.readAllLines(temp.resolve("run/logs/worker-0-1.log")))
        .satisfies(
            lines ->
                assertThat(lines.get(0))
                    .startsWith("worker " + run + " -c ")
                    .endsWith("client.properties --slot 0 --attempt 1 --more words"))
        .contains("ends with 0");
    assertThat(temp.resolve("run/logs/worker-2-1.log")).content().contains("dies");
  }
}
