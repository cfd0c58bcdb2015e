// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableProperties;
import catena.harness.activity.RunContext;
import catena.harness.job.JobRun;
import catena.harness.job.JobSettings;
import catena.harness.job.NumberedTasks;
import catena.harness.job.Runner;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.BulkLoader.End;
import catena.ingest.write.BulkPlan;
import catena.ingest.write.ImportDelivery;
import catena.ingest.write.Writer;
import catena.records.journal.Event;
import catena.records.ledger.Window;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.data.LoadPlan;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;

/**
 * Loads whole blocks of new writers with one import: files by a job, then the intents of all
 * ledgers, then the import, then the acknowledgements.
 *
 * @param settings those of {@link #SETTINGS}
 * @param writers new ones, closed by the caller
 */
public record GraphLoad(
    RunContext run, IngestTarget target, Settings settings, BulkPlace place, List<Writer> writers) {
  /** How many writers. */
  public static final Setting<Integer> WRITERS =
      Setting.ofInt(
          "bulk.writers", 1, 1, 10_000, "new writers whose blocks are loaded, all in one import");

  /** How many blocks of each. */
  public static final Setting<Long> BLOCKS =
      Setting.ofLong(
          "bulk.blocks",
          1,
          1,
          1L << 40,
          "whole blocks of each writer: graph.depth windows of graph.flush.interval nodes");

  /** What is loaded by a job, and where it runs. */
  public static final List<Setting<?>> SETTINGS =
      Setting.all(List.of(WRITERS, BLOCKS, BulkPlan.DIRECTORY), JobSettings.ALL);

  /** Most map tasks, and files: one for each tablet, or for several if there are more tablets. */
  private static final int MOST_MAPS = 1000;

  private static final Duration REVOKING = Duration.ofMinutes(2);
  private static final int HEX = 16;

  /** Copies the writers. */
  public GraphLoad {
    writers = List.copyOf(writers);
  }

  /**
   * Refuses more blocks than the rows have room for.
   *
   * @throws UsageException if they have none
   */
  public static void checkRoom(Graph graph, long blocks) {
    long room = graph.windowCapacity() / graph.spec().depth();
    if (blocks > room) {
      throw new UsageException(
          "The rows have room for %d blocks of each writer, too few for bulk.blocks=%d; ask for fewer, or for more writers, or make a table with a wider range of rows"
              .formatted(room, blocks));
    }
  }

  /** Loads; reports any failure together with what is in the table. */
  public PartOutcome load() throws Exception {
    return load(System::nanoTime);
  }

  PartOutcome load(LongSupplier nanoClock) throws Exception {
    Path path = new Path(place.home(), "job-" + UUID.randomUUID());
    LoadTask task = task(path);
    if (task.entries() == 0) {
      return PartOutcome.doubt(
          "all of these blocks are deleted in the end, so that there is nothing to load: ask for"
              + " more with bulk.blocks");
    }
    place.makeNew(path);
    ImportDirectory directory = new ImportDirectory(run.connection(), place, path);
    long began = run.clock().millis();
    journal(writer -> new Event.ClientStarted(began, writer.client(), "bulk load"));
    LoadPlan.Builder files = LoadPlan.builder();
    Optional<String> failure;
    try (Runner runner = Runner.of("bulk", settings)) {
      List<Long> bounds = bounds(target.spec(), splits(), runner.mostRanges(MOST_MAPS));
      failure = write(runner, task, bounds, files);
    } catch (Exception e) {
      throw suppressing(e, directory);
    }
    if (failure.isPresent()) {
      End unused = directory.revoke(Duration.ZERO);
      return PartOutcome.doubt(failure.get() + "; nothing was imported, and the files are removed");
    }
    long filesWritten = run.clock().millis();
    return imported(directory, task, files.build(), began, filesWritten, nanoClock);
  }

  /**
   * Writes the files by a job, with a task for each range of rows.
   *
   * @param bounds rows at which they are cut, as returned by {@link #bounds}
   * @param plan receives where each file is to go
   * @return why they are not complete; empty if they are
   */
  Optional<String> write(Runner runner, LoadTask task, List<Long> bounds, LoadPlan.Builder plan)
      throws Exception {
    Job job = Job.getInstance(runner.configuration(), "catena bulk");
    job.setInputFormatClass(NumberedTasks.class);
    job.setMapperClass(FileMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileMapper.setBounds(job.getConfiguration(), bounds);
    task.writeTo(job.getConfiguration());
    JobRun.Watch watch =
        new JobRun.Watch(
            run.terminal(),
            run.stop(),
            settings.get(JobSettings.STALL_LIMIT),
            "nothing was written for %s (job.stall.limit): is HDFS in order, and has YARN room?",
            FileMapper.LoadCount.ENTRIES,
            OptionalLong.of(task.entries()),
            "nothing written");
    try (JobRun files = new JobRun(job, runner)) {
      Optional<String> failure = files.run("bulk files", watch);
      if (failure.isPresent()) {
        return failure;
      }
      long[] entries = new long[1];
      files.read(
          new Text(),
          new LongWritable(),
          (json, count) -> {
            plan.addPlan(LoadPlan.fromJson(json.toString()));
            entries[0] += count.get();
          });
      // If a task lost some of its output, only a part would be loaded.
      return entries[0] == task.entries()
          ? Optional.empty()
          : Optional.of(
              "the files have %s entries, and the graph has %s: they are not imported"
                  .formatted(Amounts.grouped(entries[0]), Amounts.grouped(task.entries())));
    }
  }

  /**
   * The rows at which the files are cut: those after the table's split points that lie in the
   * graph's range, or some of them, evenly spaced, if there are more than tasks.
   *
   * @param splits rows as numbers, in their order; a tablet ends with one
   * @param most ranges
   */
  static List<Long> bounds(GraphSpec spec, List<Long> splits, int most) {
    List<Long> inner =
        splits.stream()
            .map(split -> split + 1)
            .filter(row -> row > spec.rowMin() && row < spec.rowMax())
            .distinct()
            .toList();
    List<Long> bounds = new ArrayList<>(List.of(spec.rowMin()));
    bounds.addAll(CutFiles.fewer(inner, most - 1));
    bounds.add(spec.rowMax());
    return bounds;
  }

  private static Exception suppressing(Exception failure, ImportDirectory directory) {
    try {
      End unused = directory.revoke(Duration.ZERO);
    } catch (IOException | InterruptedException | RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private LoadTask task(Path directory) throws Exception {
    AccumuloClient client = run.connection().client();
    return new LoadTask(
        new Graph(target.spec()),
        writers.stream().map(Writer::number).toList(),
        settings.get(BLOCKS),
        TableIterators.check(client, target.table(), Optional.of(target.spec())),
        run.clock().millis(),
        directory,
        TableProperties.read(client, target.table()));
  }

  /** The table's split points that are rows of the graph; at others no file need be cut. */
  private List<Long> splits() throws Exception {
    return run.connection().client().tableOperations().listSplits(target.table()).stream()
        .map(Text::toString)
        .filter(row -> row.length() == HEX && row.matches("[0-7][0-9a-f]+"))
        .map(row -> Long.valueOf(row, HEX))
        .sorted()
        .toList();
  }

  private PartOutcome imported(
      ImportDirectory directory,
      LoadTask task,
      LoadPlan plan,
      long began,
      long middle,
      LongSupplier nanoClock)
      throws Exception {
    Position end = new Position(task.blocks(), 0, 0);
    try {
      directory.seal();
      for (Writer writer : writers) {
        Window window = new Window(Position.ORIGIN, end, task.entries(writer.number()), 0);
        writer.ledger().means(true, run.clock().millis());
        writer.ledger().intend(window, run.clock().millis());
      }
    } catch (IOException e) { // a full disk: its files are in no import so far
      throw suppressing(e, directory);
    }
    boolean over;
    try {
      over =
          ImportDelivery.runs(
              () -> directory.load(target.table(), plan, false),
              Threads.daemons("bulk-import"),
              run.stop(),
              nanoClock);
    } catch (InterruptedException e) { // the import goes on
      over = false;
    } catch (Exception e) {
      return failed(directory, "the import failed: " + e, REVOKING);
    }
    if (!over) {
      String patience = Amounts.span(ImportDelivery.PATIENCE);
      return failed(
          directory, "the import did not end within " + patience + " of the stop", Duration.ZERO);
    }
    long now = run.clock().millis();
    for (Writer writer : writers) {
      writer.ledger().acknowledge(now);
      long nanos = TimeUnit.MILLISECONDS.toNanos(now - middle);
      run.journal()
          .add(
              new Event.Flush(
                  now,
                  writer.client(),
                  writer.number(),
                  0,
                  0,
                  task.entries(writer.number()),
                  0,
                  nanos,
                  TimeUnit.MILLISECONDS.toNanos(now - began)));
    }
    journal(writer -> new Event.ClientStopped(now, writer.client(), Event.ClientStopped.DONE));
    Threads.attempt(directory::clean) // files that stay disturb no other import
        .ifPresent(
            e -> run.terminal().note(directory.path() + " was not removed: " + Reasons.of(e)));
    return outcome(task, plan.getDestinations().size(), began, middle, now);
  }

  private PartOutcome failed(ImportDirectory directory, String failure, Duration limit)
      throws Exception {
    End end = End.UNDER_WAY;
    String words = failure;
    try {
      end = directory.revoke(limit);
    } catch (IOException | RuntimeException e) {
      words += "; its files could not be taken away: " + e;
    }
    long now = run.clock().millis();
    for (Writer writer : writers) {
      if (end == End.NOTHING) {
        writer.ledger().shorten(Position.ORIGIN, 0, 0, now);
      } else {
        writer.ledger().abandon("rejected", now);
      }
    }
    journal(writer -> new Event.ClientStopped(now, writer.client(), "failed"));
    words += "; " + end.words();
    run.journal().add(new Event.Note(now, run.name(), words));
    return PartOutcome.doubt(words);
  }

  private void journal(Function<Writer, Event> what) {
    writers.forEach(writer -> run.journal().add(what.apply(writer)));
  }

  private PartOutcome outcome(LoadTask task, long files, long began, long middle, long end) {
    long entries = task.entries();
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("entries acknowledged", entries);
    tally.put("files imported", files);
    double seconds = Math.max(1, end - began) / (double) TimeUnit.SECONDS.toMillis(1);
    return new PartOutcome(
        Verdict.PASS,
        List.of(),
        tally,
        Map.of(),
        List.of(
            "%s entries of %d writers in %s files, %s"
                .formatted(
                    Amounts.grouped(entries),
                    writers.size(),
                    Amounts.grouped(files),
                    Amounts.rate(entries / seconds)),
            "files took %s, the import %s"
                .formatted(
                    Amounts.span(Duration.ofMillis(middle - began)),
                    Amounts.span(Duration.ofMillis(end - middle)))));
  }
}
