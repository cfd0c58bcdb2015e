package catena.report.history;

import catena.harness.journal.JournalReader;
import catena.harness.ledger.LedgerReader;
import catena.harness.ledger.LedgerState;
import catena.harness.run.Environment;
import catena.harness.run.GraphFile;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.Finding;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import catena.harness.words.Reasons;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/** Reads a run directory, whole, still growing or cut off at any byte; changes nothing in it. */
public final class RunReader {
  /** A run that has written no event for so long is not going on: samples come more often. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private final RunDirectory directory;
  private final Clock clock;
  private final Missing missing = new Missing();
  private final JournalFold journal = new JournalFold();

  private RunReader(RunDirectory directory, Clock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Reads a run.
   *
   * @param clock tells whether the last event is fresh
   * @throws IOException if the directory itself cannot be listed
   */
  public static RunHistory read(RunDirectory directory, Clock clock) throws IOException {
    return new RunReader(directory, clock).read();
  }

  private RunHistory read() throws IOException {
    journals();
    Optional<VerdictFile> written = json("verdict.json", directory.verdict(), VerdictFile.class);
    Optional<VerdictFile> concluded = written.filter(file -> !file.unfinished());
    Optional<VerdictFile> verdict =
        written.filter(file -> !file.unfinished() || file.verdict() == Verdict.FAIL);
    Optional<Environment> environment =
        json("environment.json", directory.environment(), Environment.class);
    ScenarioText scenario = ScenarioText.read(directory, missing);
    Samples samples = SampleReader.read(directory, missing);
    Span span = span(environment, samples);
    SortedMap<String, LatencyTrack> latencies = LatencyReader.read(directory, span, missing);
    FindingSamples findings = findings();
    Causes causes =
        json("causes.json", directory.path("causes.json"), Causes.class).orElse(Causes.NONE);
    List<RunHistory.LedgerSum> ledgers = ledgers();
    RunState life = life(concluded, span);
    if (verdict.isEmpty()) {
      String why = written.isEmpty() ? "no verdict.json" : "verdict.json is not finished";
      missing.add(why + ": nothing says whether the data is right");
    }
    return new RunHistory(
        directory.name(),
        directory.display(),
        life,
        span,
        scenario,
        settings(),
        environment,
        graph(),
        verdict,
        verdict.flatMap(this::outdated),
        journal,
        journal.faults().faults(),
        latencies,
        samples,
        findings,
        causes,
        ledgers,
        missing.sentences());
  }

  private Optional<String> outdated(VerdictFile verdict) {
    try {
      return verdict.outdated(directory);
    } catch (IOException e) {
      missing.add("whether ledgers have grown since the verdict: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  private void journals() throws IOException {
    List<Path> journals = directory.journals();
    for (Path file : journals) {
      String name = "events/" + file.getName();
      try {
        JournalReader.Summary summary = JournalReader.read(directory.fileSystem(), file, journal);
        missing.lines(name, summary.unreadable());
        if (summary.unknown() > 0) {
          missing.add(name + ": " + summary.unknown() + " events of a kind not known here");
        }
      } catch (IOException | RuntimeException e) {
        missing.add(name + " cannot be read to its end: " + Reasons.of(e));
      }
    }
    if (journal.span().isEmpty()) {
      missing.add("no event: the journal is missing or empty");
    }
    if (journal.faults().headless() > 0) {
      missing.add(journal.faults().headless() + " faults of which the begin is not told");
    }
  }

  private <T> Optional<T> json(String name, Path path, Class<T> type) {
    try {
      Optional<byte[]> content = directory.read(path);
      return content.isEmpty()
          ? Optional.empty()
          : Optional.ofNullable(Json.LINES.readValue(content.get(), type));
    } catch (JsonProcessingException e) {
      missing.add(name + " is cut off or damaged");
    } catch (IOException | RuntimeException e) {
      missing.add(name + " cannot be read: " + Reasons.of(e));
    }
    return Optional.empty();
  }

  /** The journal's span and the samples'; a run of which neither tells has none. */
  private Span span(Optional<Environment> environment, Samples samples) {
    long begun = environment.map(Environment::startMillis).orElse(0L);
    Optional<Span> ofSamples = samples.isEmpty() ? Optional.empty() : Optional.of(samples.span());
    return journal
        .span()
        .map(span -> ofSamples.map(span::with).orElse(span))
        .or(() -> ofSamples)
        .orElse(new Span(begun, begun));
  }

  private RunState life(Optional<VerdictFile> verdict, Span span) {
    if (verdict.isPresent() || journal.ended().isPresent()) {
      return RunState.FINISHED;
    }
    return clock.millis() - span.to() <= SILENCE.toMillis()
        ? RunState.RUNNING
        : RunState.BROKEN_OFF;
  }

  /** What verify has written and, where it has not, what readers have seen. */
  private FindingSamples findings() {
    FindingSamples verified = new FindingSamples();
    long unreadable = 0;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                directory.fileSystem().open(directory.findings()), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        try {
          verified.seen(Json.LINES.readValue(line, Finding.class));
        } catch (JsonProcessingException | RuntimeException e) {
          unreadable++;
        }
      }
    } catch (FileNotFoundException e) {
      return journal.findings();
    } catch (IOException e) {
      missing.add("findings.jsonl cannot be read to its end: " + Reasons.of(e));
    }
    missing.lines("findings.jsonl", unreadable);
    return verified.total() == 0 ? journal.findings() : verified;
  }

  private List<RunHistory.LedgerSum> ledgers() {
    List<RunHistory.LedgerSum> sums = new ArrayList<>();
    try {
      for (Path file : directory.ledgers()) {
        LedgerState state = LedgerReader.read(directory.fileSystem(), file);
        state.damage().ifPresent(damage -> missing.add("ledger/" + file.getName() + ": " + damage));
        sums.add(
            new RunHistory.LedgerSum(
                file.getName(),
                state.acknowledgedEntries(),
                state.acknowledgedDeletes(),
                state.windows(),
                state.indeterminate(),
                state.closed(),
                state.damage()));
      }
    } catch (IOException e) {
      missing.add("a ledger cannot be read: " + Reasons.of(e));
    }
    return sums;
  }

  private SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    try {
      Optional<byte[]> content = directory.read(directory.settings());
      if (content.isPresent()) {
        Properties properties = new Properties();
        properties.load(new StringReader(new String(content.get(), StandardCharsets.UTF_8)));
        properties.forEach((key, value) -> settings.put((String) key, (String) value));
      } else {
        missing.add("no settings.properties");
      }
    } catch (IOException | IllegalArgumentException e) {
      missing.add("settings.properties cannot be read: " + Reasons.of(e));
    }
    return settings;
  }

  private Optional<GraphFile> graph() {
    try {
      return GraphFile.read(directory);
    } catch (IOException | RuntimeException e) {
      missing.add("graph.json is cut off or damaged");
      return Optional.empty();
    }
  }
}
