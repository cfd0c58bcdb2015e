// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ServerState;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.fixture.NoCluster;
import catena.harness.instance.ServerId;
import catena.harness.instance.Tablet;
import catena.harness.instance.Tablets;
import catena.records.history.Addition;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers are added when they are due, and what is said of each is what was seen of it. */
class GrowthTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path files;
  private RunDirectory directory;
  private Journal journal;

  @BeforeEach
  void open() throws IOException {
    directory = RunDirectory.at(files.toString(), new Configuration(false));
    journal = new Journal(directory.append(directory.events("addservers")), e -> {});
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
    directory.close();
  }

  private final SteppedTime time = new SteppedTime();
  private final StopSignal stop = time.signal();
  private final FakeLocks locks = new FakeLocks().hold(Role.TSERVER, 1, 11);
  private final List<Tablet> tablets = new ArrayList<>();
  private Optional<Duration> balanceTakes = Optional.of(Duration.ofSeconds(4));
  private FailableConsumer<Duration, Exception> balance = this::balance;

  /** Each new server has its lock one second after its start, and tablets after two. */
  private class Growing extends FakeControl {
    private boolean registers = true;
    private int share = 3;

    @Override
    public List<ServerId> add(Role role, int count) throws IOException {
      List<ServerId> added = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = list().size() + 1;
        set("tserver-" + number, ServerState.RUNNING, number, number);
        added.add(id("tserver-" + number));
        long session = 10L * number + 1;
        Duration now = time.passed();
        if (registers) {
          time.at(now.plusSeconds(1), () -> locks.hold(Role.TSERVER, number, session));
        }
        time.at(now.plusSeconds(2), () -> host(session, share));
      }
      done.add("add " + count + " at " + time.passed().toSeconds());
      return added;
    }
  }

  private void host(long session, int share) {
    for (int i = 0; i < share; i++) {
      tablets.add(
          Tablet.at(
              "2;" + tablets.size(),
              Optional.of(new Tablet.Location("127.0.0.1:1", Long.toHexString(session))),
              List.of()));
    }
  }

  private void balance(Duration limit) throws Exception {
    Duration takes = balanceTakes.orElse(limit);
    stop.waitOut(takes);
    if (balanceTakes.isEmpty()) {
      throw new TimeoutException("late");
    }
  }

  private final Growing control = new Growing();
  private Duration rest = Duration.ZERO;

  private PartOutcome grow(int count, int afterSeconds, int everySeconds) throws Exception {
    control.set("tserver-1", ServerState.RUNNING, 1, 1);
    return grow(
        control,
        new GrowthPlan(
            count,
            Duration.ofSeconds(afterSeconds),
            Duration.ofSeconds(everySeconds),
            LIMIT,
            rest));
  }

  private PartOutcome grow(FakeControl with, GrowthPlan plan) throws Exception {
    time.begin();
    PartEnvironment site =
        NoCluster.named(OutputStream.nullOutputStream(), CallerContext.NOTHING, time);
    RunContext run = new RunContext("addservers", site, directory, journal, Optional.empty(), stop);
    return new Growth(run, plan, List.of(), with, locks, () -> new Tablets(tablets), balance).run();
  }

  private List<Addition> kept() throws IOException {
    return directory
        .read(directory.additions())
        .map(bytes -> Addition.parse(new String(bytes, StandardCharsets.UTF_8)))
        .orElse(List.of());
  }

  private List<Event.ServerAdded> events() throws IOException {
    journal.flush();
    List<Event.ServerAdded> events = new ArrayList<>();
    JournalReader.read(
        directory.fileSystem(),
        directory.events("addservers"),
        event -> events.add((Event.ServerAdded) event));
    return events;
  }

  private static long after(Addition one, long at) {
    return at - one.begunAt();
  }

  @Test
  void aServerIsFollowedUntilItHasItsShare() throws Exception {
    PartOutcome outcome = grow(1, 30, 0);
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(kept()).hasSize(1);
    Addition one = kept().get(0);
    assertThat(one.begunAt()).isEqualTo(SteppedTime.START + 30_000);
    assertThat(after(one, one.registeredAt().getAsLong())).isBetween(1_000L, 1_250L);
    assertThat(after(one, one.hostingAt().getAsLong())).isBetween(2_000L, 2_250L);
    assertThat(after(one, one.balancedAt().getAsLong())).isBetween(6_000L, 6_250L);
    assertThat(one.tablets()).hasValue(3);
    assertThat(one.inWords()).isEqualTo("tserver-2@127.0.0.1:2");
    assertThat(events())
        .extracting(Event.ServerAdded::step)
        .containsExactly("begun", "registered", "hosting", "balanced");
    assertThat(events())
        .extracting(Event.ServerAdded::server)
        .containsOnly("tserver-2@127.0.0.1:2");
    assertThat(outcome.facts())
        .containsExactly(
            "tserver-2 added: registered after 1.0 s, balanced after 6.0 s, 3 tablets");
  }

  /** A fault of another part may end it and heal that: it has another session from then on. */
  @Test
  void aServerThatWasStartedAgainMeanwhileIsFollowedInItsNewSession() throws Exception {
    control.share = 0;
    time.at(Duration.ofMillis(3_500), () -> locks.end(21).hold(Role.TSERVER, 2, 99));
    time.at(Duration.ofSeconds(5), () -> host(99, 3));
    PartOutcome outcome = grow(1, 0, 0);
    assertThat(outcome.reasons()).isEmpty();
    Addition one = kept().get(0);
    assertThat(after(one, one.registeredAt().getAsLong())).isBetween(1_000L, 1_250L);
    assertThat(after(one, one.hostingAt().getAsLong())).isBetween(5_000L, 5_250L);
    assertThat(one.tablets()).hasValue(3);
  }

  @Test
  void serversComeAllAtOnceOrOneByOne() throws Exception {
    assertThat(grow(2, 5, 0).verdict()).isEqualTo(Verdict.PASS);
    assertThat(control.done).containsExactly("add 2 at 5");
    assertThat(kept()).extracting(Addition::number).containsExactly(1, 2);
  }

  /** The second one is due after 2 s, when the tablets are not balanced with the first one yet. */
  @Test
  void theNextServerWaitsForTheBalanceWithTheOneBefore() throws Exception {
    assertThat(grow(3, 5, 2).verdict()).isEqualTo(Verdict.PASS);
    assertThat(control.done).containsExactly("add 1 at 5", "add 1 at 11", "add 1 at 17");
    control.done.clear();
  }

  @Test
  void theNextServerIsNotDueBeforeItsTime() throws Exception {
    assertThat(grow(2, 5, 20).verdict()).isEqualTo(Verdict.PASS);
    assertThat(control.done).containsExactly("add 1 at 5", "add 1 at 25");
  }

  @Test
  void aServerThatDoesNotRegisterIsADoubt() throws Exception {
    control.registers = false;
    PartOutcome outcome = grow(2, 0, 1);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("tserver-2 is not registered", "given up after 1m");
    assertThat(control.done).as("nothing is added behind it").hasSize(1);
    assertThat(kept().get(0).registeredAt()).isEmpty();
    assertThat(outcome.facts()).containsExactly("tserver-2 added");
  }

  @Test
  void aServerWithoutATabletIsADoubt() throws Exception {
    control.share = 0;
    PartOutcome outcome = grow(1, 0, 0);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("tserver-2 hosts no tablet");
    assertThat(kept().get(0).registeredAt()).isPresent();
    assertThat(kept().get(0).balancedAt()).isEmpty();
  }

  @Test
  void tabletsThatAreNotBalancedAreADoubt() throws Exception {
    balanceTakes = Optional.empty();
    PartOutcome outcome = grow(1, 0, 0);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("not balanced within");
    assertThat(kept().get(0).hostingAt()).isPresent();
    assertThat(kept().get(0).balancedAt()).isEmpty();
  }

  @Test
  void thePhaseGoesOnForTheRestWhenAllIsBalanced() throws Exception {
    rest = Duration.ofSeconds(40);
    assertThat(grow(1, 30, 0).verdict()).isEqualTo(Verdict.PASS);
    long balanced = kept().get(0).balancedAt().getAsLong() - SteppedTime.START;
    assertThat(time.passed().toMillis()).isBetween(balanced + 40_000, balanced + 40_250);
  }

  @Test
  void aServerThatDoesNotStartIsADoubt() throws Exception {
    FakeControl broken =
        new FakeControl() {
          @Override
          public List<ServerId> add(Role role, int count) throws IOException {
            throw new ClusterException("tserver-2 ended while it was being started");
          }
        };
    PartOutcome outcome =
        grow(broken, new GrowthPlan(1, Duration.ZERO, Duration.ZERO, LIMIT, Duration.ZERO));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly("a server could not be added: tserver-2 ended while it was being started");
    assertThat(kept()).isEmpty();
  }

  @Test
  void aStopBeforeTheLastServerIsADoubt() throws Exception {
    time.at(Duration.ofSeconds(50), () -> stop.ask("interrupted"));
    PartOutcome outcome = grow(2, 5, 100);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly("1 of 2 servers were added: interrupted");
    assertThat(kept().get(0).balancedAt()).isPresent();
  }

  /** The signal interrupts who waits in a client's own way; a client may wrap that. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStopWhileTabletsAreBalancedKeepsWhatIsKnown(boolean wraps) throws Exception {
    balance =
        limit -> {
          stop.ask("interrupted");
          if (wraps) {
            throw new IllegalStateException("the client was interrupted");
          }
          assertThat(Thread.interrupted()).isTrue();
          throw new InterruptedException();
        };
    PartOutcome outcome = grow(2, 5, 100);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly("1 of 2 servers were added: interrupted");
    assertThat(outcome.tally()).containsEntry("servers added", 1L);
    assertThat(outcome.facts()).containsExactly("tserver-2 added");
    assertThat(Thread.interrupted()).as("the next who waits is not meant").isFalse();
  }

  @Test
  void whatFailsWithoutAStopIsNoStop() throws Exception {
    balance =
        limit -> {
          throw new IllegalStateException("no manager");
        };
    PartOutcome outcome = grow(2, 5, 100);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("addservers failed after 1 of 2 servers were added", "no manager");
    assertThat(outcome.tally()).containsEntry("servers added", 1L);
    assertThat(outcome.facts()).containsExactly("tserver-2 added");
  }

  @Test
  void anInterruptionWithoutAStopIsThatOfTheCaller() {
    balance =
        limit -> {
          throw new InterruptedException();
        };
    assertThatThrownBy(() -> grow(1, 0, 0)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void whatFailsBeforeAnythingIsAddedIsThrown() {
    assertThatThrownBy(
            () ->
                grow(
                    new FakeControl() {
                      @Override
                      public List<ServerId> add(Role role, int count) {
                        throw new IllegalStateException("odd");
                      }
                    },
                    new GrowthPlan(1, Duration.ZERO, Duration.ZERO, LIMIT, Duration.ZERO)))
        .hasMessage("odd");
  }
}
