package catena.fleet.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.launch.WorkerEnd;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YarnWorkersTest {
  @TempDir private Path home;
  private final FakeJob job = new FakeJob();
  private Configuration conf;
  private JobFiles files;
  private YarnWorkers workers;

  /** A job of which the test says what Hadoop would. */
  private static final class FakeJob implements WatchedJob {
    private final Map<Attempt, String> dead = new TreeMap<>();
    private final List<Attempt> running = new ArrayList<>();
    private Optional<String> end = Optional.empty();
    private boolean killed;
    private boolean answering = true;
    private boolean closed;
    private Runnable whenAsked = () -> {};

    @Override
    public String id() {
      return "job_1700000000000_0001";
    }

    @Override
    public Optional<String> end() {
      whenAsked.run();
      return end;
    }

    @Override
    public boolean isAnswering() {
      return answering;
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public Map<Attempt, String> dead() {
      assertThat(answering).isTrue();
      return Map.copyOf(dead);
    }

    @Override
    public List<Attempt> running() {
      return List.copyOf(running);
    }

    @Override
    public void kill() {
      killed = true;
      end = Optional.of("the job is over: KILLED");
    }
  }

  @BeforeEach
  void open() throws IOException {
    conf = new Configuration(false);
    conf.set("fs.defaultFS", "file:///");
    files = JobFiles.at(home.resolve("files").toUri().toString(), conf);
    workers = new YarnWorkers(job, files, 3, Optional.empty(), 1024, Duration.ZERO);
  }

  @AfterEach
  void close() throws IOException {
    workers.close();
  }

  private static WorkerEnd end(int slot, int attempt, int status) {
    return new WorkerEnd(slot, attempt, OptionalInt.of(status), "status " + status);
  }

  private List<String> ended() throws IOException {
    return workers.ended().stream()
        .map(each -> each.slot() + "-" + each.attempt() + " " + each.words())
        .toList();
  }

  @Test
  void aWorkersOwnEndIsToldOnceWithItsStatus() throws IOException {
    assertThat(workers.ended()).isEmpty();
    files.ended(end(1, 1, 0));
    files.ended(end(0, 1, 64));

    assertThat(workers.ended()).containsExactly(end(0, 1, 64), end(1, 1, 0));
    assertThat(workers.ended()).isEmpty();
    files.ended(end(2, 1, 2));
    assertThat(workers.ended()).containsExactly(end(2, 1, 2));
  }

  /** Its file is there by then, and says more than Hadoop does. */
  @Test
  void aWorkerThatDiedIsToldOnceThoughItsTaskFailedToo() throws IOException {
    files.ended(new WorkerEnd(0, 1, OptionalInt.empty(), "died (status 137), after: 5 entries"));
    job.dead.put(new Attempt(0, 1), "failed");

    assertThat(ended()).containsExactly("0-1 died (status 137), after: 5 entries");
    assertThat(ended()).isEmpty();
  }

  @Test
  void aTaskThatWasKilledWithItsWorkerIsTold() throws IOException {
    job.running.add(new Attempt(0, 1));
    assertThat(ended()).isEmpty();
    job.running.clear();
    job.dead.put(new Attempt(0, 1), "failed");

    assertThat(ended()).containsExactly("0-1 its task failed");
  }

  /** A new ApplicationMaster knows nothing of the tasks that ended with the old one. */
  @Test
  void workersThatEndedWithTheMasterAreToldWhenTheirSuccessorsRun() throws IOException {
    for (int slot = 0; slot < 3; slot++) {
      job.running.add(new Attempt(slot, 1));
    }
    assertThat(ended()).isEmpty();
    job.running.clear();
    job.answering = false;
    assertThat(ended()).as("nobody knows yet").isEmpty();
    assertThat(workers.running()).isZero();
    job.answering = true;
    job.running.add(new Attempt(0, 1001));
    job.running.add(new Attempt(2, 1001));

    assertThat(ended())
        .containsExactly("0-1 replaced by attempt 1001", "2-1 replaced by attempt 1001");
    job.running.add(new Attempt(1, 1001));
    assertThat(ended()).containsExactly("1-1 replaced by attempt 1001");
    assertThat(ended()).isEmpty();
  }

  @Test
  void theEndOfTheJobIsTheEndOfAllWhoseEndIsNotKnown() throws IOException {
    job.running.add(new Attempt(1, 2));
    files.ended(end(0, 1, 0));
    assertThat(ended()).containsExactly("0-1 status 0");
    job.running.clear();
    job.end = Optional.of("the job is over: KILLED");

    assertThat(ended())
        .containsExactly("1-2 the job is over: KILLED", "2-1 the job is over: KILLED");
    assertThat(ended()).isEmpty();
    assertThat(workers.running()).isZero();
  }

  @Test
  void askedToEndTheyEndWithoutBeingKilled() throws Exception {
    job.running.add(new Attempt(0, 1));
    job.whenAsked =
        () -> {
          try {
            if (files.isStopAsked()) {
              job.running.clear();
              job.end = Optional.of("the job is over: SUCCEEDED");
            }
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };

    assertThat(workers.stop(Duration.ofMinutes(1))).isZero();
    assertThat(job.killed).isFalse();
  }

  @Test
  void thoseThatDoNotEndAreKilledAndCounted() throws Exception {
    job.running.add(new Attempt(0, 1));
    job.running.add(new Attempt(2, 1));

    assertThat(workers.stop(Duration.ZERO)).isEqualTo(2);
    assertThat(job.killed).isTrue();
  }

  @Test
  void closedItLeavesNothing() throws IOException {
    files.ended(end(0, 1, 0));
    workers.close();

    assertThat(job.killed).isTrue();
    assertThat(job.closed).isTrue();
    assertThat(home.resolve("files")).doesNotExist();
    assertThat(files.isStopAsked()).as("a task that is left sees it").isTrue();
  }

  @Test
  void theHandleNamesJobAndFiles() {
    assertThat(workers.handle()).isEqualTo("job_1700000000000_0001 " + files.root());
  }

  @Test
  void successorsAreYarnsOwnBusiness() {
    assertThat(workers.replacesByItself()).isTrue();
    assertThatThrownBy(() -> workers.start(0, 2)).isInstanceOf(UnsupportedOperationException.class);
  }
}
