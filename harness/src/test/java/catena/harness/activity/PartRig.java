// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.harness.accumulo.FakeInstance;
import catena.harness.command.Terminal;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Parts of a run whose cluster is a {@link FakeInstance}. */
public final class PartRig implements Closeable {
  /** The cluster. */
  public final FakeInstance instance = new FakeInstance();

  /** The run's directory. */
  public final RunDirectory run;

  /** Asks the parts to end. */
  public final StopSignal stop = new StopSignal();

  /** What parts are given beside. */
  public CallerContext given = CallerContext.NOTHING;

  /** Other runs whose ledgers are read. */
  public List<RunDirectory> runs = List.of();

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream noted = new ByteArrayOutputStream();
  private final Journal journal;

  /** A run directory of that place. */
  public PartRig(Path directory) throws IOException {
    run = RunDirectory.at(directory.toString(), new Configuration(false));
    journal =
        new Journal(
            run.append(run.events("rig")),
            e -> {
              throw new AssertionError(e);
            });
  }

  /** The settings of an activity, with pairs of a setting and its value. */
  public static Settings settings(Activity activity, String... pairs) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      given.put(pairs[i], pairs[i + 1]);
    }
    return Settings.resolve(activity.settings(), List.of(Layer.of("-o", given)));
  }

  /** What is wrong with settings. */
  public List<String> problems(Activity activity, String... settings) {
    Problems problems = new Problems();
    activity.check(settings(activity, settings), given, problems);
    return problems.found();
  }

  /** What there is before a part begins. */
  public PartEnvironment site() {
    return new PartEnvironment(
        instance::connection,
        true,
        given,
        runs,
        new Terminal(stream(printed), stream(noted)),
        Clock.systemUTC(),
        7);
  }

  private static PrintStream stream(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  /** What a part of that name works with. */
  public RunContext context(String name) {
    return new RunContext(name, site(), run, journal, Optional.empty(), stop);
  }

  /** What an activity would do. */
  public List<String> wouldDo(Activity activity, String... settings) throws Exception {
    return activity.prepare(site(), settings(activity, settings)).wouldDo();
  }

  /** Prepares an activity and performs it. */
  public PartOutcome perform(Activity activity, String... settings) throws Exception {
    return activity.prepare(site(), settings(activity, settings)).perform(context(activity.name()));
  }

  /** The lines that people were told. */
  public List<String> notes() {
    return noted.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** What the journal has. */
  public List<Event> events() throws IOException {
    journal.flush();
    List<Event> events = new ArrayList<>();
    JournalReader.read(run.fileSystem(), run.events("rig"), events::add);
    return events;
  }

  @Override
  public void close() throws IOException {
    journal.close();
    run.close();
  }
}
