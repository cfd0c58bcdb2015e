// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companions;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.engine.ActivityCommand;
import catena.harness.watch.RunListener;
import catena.read.check.Found;
import catena.read.check.SeenFindings;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beside a command that finds something, as readers find it. */
class WatchCompanionTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(out, true, UTF_8);
  private CallerContext given = CallerContext.NOTHING;
  private final Terminal terminal = new Terminal(stream, stream, false, false, ZoneOffset.UTC);

  /** Reads nothing, and finds what it is told. */
  private record Reader(Work work) implements Activity {
    @Override
    public Description description() {
      return Description.of("reader", "pretend to read", List.of(TableName.SETTING))
          .effect(Effect.READS);
    }

    @Override
    public Scope scope(Settings own) {
      return new Scope(own.get(TableName.SETTING), List.of(), false);
    }

    @Override
    public Work prepare(PartEnvironment site, Settings own) {
      return work;
    }
  }

  private Verdict run(Work work, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("--run-dir", directory()));
    all.addAll(List.of(words));
    WatchCompanion watch = new WatchCompanion();
    Reader reader = new Reader(work);
    List<Setting<?>> known =
        Stream.<Setting<?>>concat(reader.settings().stream(), watch.settings().stream()).toList();
    CommandContext context =
        new CommandContext(known, all, new StopSignal(), Clock.systemUTC(), () -> 7);
    ActivityCommand command =
        new ActivityCommand(reader, context, new Companions(List.of(watch)), (file, to) -> given);
    JCommander.newBuilder().addObject(command).build().parse(all.toArray(new String[0]));
    return command.run(terminal);
  }

  private String directory() {
    return temp.resolve("run").toString();
  }

  private VerdictFile verdict() throws IOException {
    try (var run = catena.records.run.RunDirectory.open(directory(), conf())) {
      return VerdictFile.readFrom(run).orElseThrow();
    }
  }

  private static org.apache.hadoop.conf.Configuration conf() {
    return new org.apache.hadoop.conf.Configuration(false);
  }

  /** As a reader does that finds rows lost. */
  private void lose(RunContext run, String... rows) {
    SeenFindings findings =
        new SeenFindings(Optional.empty(), run.journal()::add, run.terminal(), 20);
    for (String row : rows) {
      Difference difference =
          new Difference(FindingKind.LOST, row, Optional.empty(), Optional.empty(), "absent");
      Found found = new Found(FindingKind.LOST, difference, "an entry", 3_723_000, Map.of());
      findings.add("reader-0", found, "", 3_723_000);
      run.found();
    }
  }

  @Test
  void aFindingEndsTheRunAsFailWhereThatIsAskedFor() throws Exception {
    boolean[] stopped = {false};
    Verdict verdict =
        run(
            run -> {
              lose(run, "00ff");
              stopped[0] = run.stop().await(LIMIT);
              return PartOutcome.NOTHING;
            },
            "-o",
            "finding.stop=true");

    assertThat(stopped[0]).as("asked to stop within the limit").isTrue();
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(verdict().reasons())
        .contains("ended at the first finding, LOST 00ff (finding.stop)");
  }

  @Test
  void withoutAFindingNothingIsEnded() throws Exception {
    Verdict verdict =
        run(
            run -> {
              run.journal().add(new Event.Note(1, "reader", "nothing wrong"));
              return PartOutcome.NOTHING;
            },
            "-o",
            "finding.stop=true",
            "--on-finding",
            "touch '" + temp.resolve("alarm") + "'");

    assertThat(verdict).isEqualTo(Verdict.PASS);
    assertThat(temp.resolve("alarm")).doesNotExist();
  }

  @Test
  void theCommandIsRunForEachFindingOneAtATime() throws Exception {
    Path log = temp.resolve("log");
    Verdict verdict =
        run(
            run -> {
              lose(run, "00ff", "0100");
              return PartOutcome.NOTHING;
            },
            "--on-finding",
            "mkdir '%1$s.lock' && echo \"$CATENA_RUN $CATENA_FINDING\" >> '%1$s' && rmdir '%1$s.lock'"
                .formatted(log));

    assertThat(verdict).isEqualTo(Verdict.PASS); // the reader's own outcome says so
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(2).allMatch(line -> line.startsWith(directory() + " {"));
    assertThat(lines.get(0)).contains("\"kind\":\"LOST\"", "\"row\":\"00ff\"");
    assertThat(lines.get(1)).contains("\"row\":\"0100\"");
    assertThat(out.toString(UTF_8)).doesNotContain("ended with status");
  }

  @Test
  void aCommandThatFailsIsReported() throws Exception {
    Verdict unused =
        run(
            run -> {
              lose(run, "00ff");
              return PartOutcome.NOTHING;
            },
            "--on-finding",
            "exit 3");
    assertThat(out.toString(UTF_8)).contains("the command of --on-finding ended with status 3");
  }

  @Test
  void eventsOfOtherProcessesArePrintedWithTheirTimeAndItsOwnOnce() throws Exception {
    Verdict unused =
        run(
            run -> {
              lose(run, "00ff");
              try (Journal other =
                  new Journal(
                      run.directory().append(run.directory().events("agitate")),
                      e -> {
                        throw new IllegalStateException(e);
                      })) {
                other.add(
                    new Event.FaultStarted(
                        3_723_000, "agitate", 4, "kill", List.of("tserver-1@h:1"), 1, List.of()));
                other.add(new Event.FaultProven(3_724_000, "agitate", 4, "no process"));
                other.add(new Event.FaultHealed(3_725_000, "agitate", 4, "started"));
                other.add(
                    new Event.FaultRecovered(
                        3_726_000,
                        "agitate",
                        4,
                        new java.util.TreeMap<>(Map.of("recovered.s", 74.4))));
                Finding lost = Finding.of(FindingKind.STALE, "0101", 3_727_000);
                other.add(new Event.FindingSeen(3_727_000, "scan-0", lost));
                other.add(new Event.Verified(3_728_000, "verify", Verdict.FAIL, "1 STALE"));
              }
              return PartOutcome.NOTHING;
            });
    List<String> lines = out.toString(UTF_8).lines().toList();
    assertThat(lines)
        .containsSubsequence(
            "01:02:03 fault 4: kill tserver-1@h:1",
            "01:02:04 fault 4: kill tserver-1@h:1: proven, no process",
            "01:02:05 fault 4: kill tserver-1@h:1: healed, started",
            "01:02:06 fault 4: kill tserver-1@h:1: recovered after 1m14s",
            "01:02:07 scan-0: STALE 0101",
            "01:02:08 verify: FAIL, 1 STALE");
    assertThat(lines.stream().filter(line -> line.contains("LOST 00ff")))
        .singleElement()
        .asString()
        .startsWith("01:02:03 reader-0: LOST 00ff");
  }

  @Test
  void aFindingOfAnotherProcessEndsTheRunToo() throws Exception {
    Verdict verdict =
        run(
            run -> {
              try (Journal other =
                  new Journal(run.directory().append(run.directory().events("scan")), e -> {})) {
                Finding lost = Finding.of(FindingKind.STALE, "0101", 3_727_000);
                other.add(new Event.FindingSeen(3_727_000, "scan-0", lost));
              }
              assertThat(run.stop().await(LIMIT)).isTrue();
              return PartOutcome.NOTHING;
            },
            "-o",
            "finding.stop=true");
    assertThat(verdict).isEqualTo(Verdict.FAIL);
  }

  /** What is late is a fault where the run has failed by it, which the fleet's figures say. */
  @Test
  void aLateRowOfAWorkerEndsTheRunWhereItIsAFault() throws Exception {
    RunContext[] at = new RunContext[1];
    RunListener figures =
        new RunListener() {
          @Override
          public void event(String journal, Event event) {
            if (event instanceof Event.FindingSeen) {
              at[0].found();
            }
          }
        };
    given = CallerContext.of(figures);
    Verdict verdict =
        run(
            run -> {
              at[0] = run;
              try (Journal other =
                  new Journal(run.directory().append(run.directory().events("worker")), e -> {})) {
                Finding late = Finding.of(FindingKind.LATE, "0101", 3_727_000);
                other.add(new Event.FindingSeen(3_727_000, "walk.w1-0", late));
              }
              assertThat(run.stop().await(LIMIT)).isTrue();
              return PartOutcome.NOTHING;
            },
            "-c",
            Files.writeString(temp.resolve("client.properties"), "instance.name=x\n").toString(),
            "-o",
            "finding.stop=true");
    assertThat(verdict).isEqualTo(Verdict.FAIL);
  }
}
