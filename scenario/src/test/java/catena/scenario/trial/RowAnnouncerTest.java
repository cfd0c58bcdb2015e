// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.FakeInstance;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.read.announce.AnnouncedRows;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.scenario.trial.Trial.RowAnnouncer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rows that a trial tells a check beside it, over a ZooKeeper. */
@Timeout(120)
class RowAnnouncerTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofMillis(20);

  @TempDir private Path temp;

  private TestingServer server;
  private RunDirectory directory;
  private Journal journal;
  private RunContext part;

  @BeforeEach
  void begin() throws Exception {
    server = new TestingServer();
    directory = RunDirectory.at(temp.toString(), new Configuration(false));
    journal = new Journal(directory.append(directory.events("trial")), e -> {});
    Connection connection = new FakeInstance().zooKeeper(server.getConnectString()).connection();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.NOTHING,
            List.of(),
            new Terminal(nowhere, nowhere),
            Clock.systemUTC(),
            1);
    part = new RunContext("trial", site, directory, journal, Optional.empty(), new StopSignal());
  }

  @AfterEach
  void end() throws Exception {
    journal.close();
    directory.close();
    server.close();
  }

  /** A check that reads announced rows. */
  private AnnouncedRows check() throws Exception {
    return AnnouncedRows.start(part, directory, 1000, 1, LIMIT);
  }

  @Test
  void eachRowIsAnnouncedOnceToACheckThatBegins() throws Exception {
    List<String> rows = List.of("0000000000000001", "0000000000000002", "0000000000000003");
    List<String> told = new ArrayList<>();
    try (AnnouncedRows check = check();
        RowAnnouncer telling = new RowAnnouncer(part, rows)) {
      while (!check.isOver()) {
        check.next(SOON).ifPresent(row -> told.add(row.row()));
      }
      PartOutcome outcome = telling.outcome();
      assertThat(outcome.reasons()).isEmpty();
      assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    }
    assertThat(told).containsExactlyInAnyOrderElementsOf(rows);
  }

  @Test
  void rowsThatNoCheckCameForAreADoubt() throws Exception {
    try (RowAnnouncer telling = new RowAnnouncer(part, List.of("0000000000000001"))) {
      PartOutcome outcome = telling.outcome();
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).containsExactly("no row was announced");
    }
  }
}
