// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job itself with workers that do nothing, by Hadoop's runner within this process: it has no
 * YARN, tries nothing twice, and counts what its tasks count.
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
    site.setInt("mapreduce.local.map.tasks.maximum", 4);
    return site;
  }

  @Test
  void eachTaskIsAWorkerWhoseStatusIsCounted() throws Exception {
    WorkerJob.Task task =
        new WorkerJob.Task(PretendWorker.class.getName(), "/runs/x", 4, "auth.token=secret");
    Path scratch = Files.createDirectories(temp.resolve("scratch"));
    Job job = WorkerJob.of(site(), task, Settings.resolve(WorkerJob.SETTINGS, List.of()), scratch);
    job.getConfiguration().unset("tmpjars"); // this process has them
    job.submit();
    awaitThat(() -> PretendWorker.SAID.size() == 4);
    assertThat(job.isComplete()).as("slot 0 is at work").isFalse();
    PretendWorker.END.countDown();
    awaitThat(job::isComplete);

    assertThat(PretendWorker.SAID)
        .as("only its user may read the client properties")
        .contains(
            "worker /runs/x -c auth.token=secret --slot 0 --attempt 1 2",
            "worker /runs/x -c auth.token=secret --slot 2 --attempt 1 2");
    var ends = job.getCounters().getGroup(WorkerMapper.COUNTERS);
    assertThat(ends.size()).as("who died or was given up has no status").isEqualTo(2);
    assertThat(ends.findCounter("status 0").getValue()).isOne();
    assertThat(ends.findCounter("status 64").getValue()).isOne();
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void awaitThat(Condition condition) throws Exception {
    long deadline = System.nanoTime() + LIMIT;
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
