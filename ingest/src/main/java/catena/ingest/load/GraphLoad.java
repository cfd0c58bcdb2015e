// SPDX-License-Identifier: Apache-2.0
package catena.ingest.load;

import catena.graph.Graph;
import catena.graph.Position;
import catena.harness.accumulo.TableIterators;
import catena.harness.activity.RunContext;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
import catena.ingest.bulk.BulkPlace;
import catena.ingest.bulk.ImportDirectory;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.BulkLoader.End;
import catena.ingest.write.Writer;
import catena.records.journal.Event;
import catena.records.ledger.Window;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Loads whole blocks of new writers with one import: files by a job, then the intents of all
 * ledgers, then the import, then the acknowledgements.
 */
public final class GraphLoad {
  private static final Duration REVOKING = Duration.ofMinutes(2);
  private static final int HEX = 16;

  private final RunContext run;
  private final IngestTarget target;
  private final Settings settings;
  private final BulkPlace place;
  private final Graph graph;
  private final List<Writer> writers;

  /**
   * A load.
   *
   * @param settings those of {@link LoadPlanSettings}
   * @param writers new ones, closed by the caller
   */
  public GraphLoad(
      RunContext run,
      IngestTarget target,
      Settings settings,
      BulkPlace place,
      List<Writer> writers) {
    this.run = run;
    this.target = target;
    this.settings = settings;
    this.place = place;
    this.graph = new Graph(target.spec());
    this.writers = List.copyOf(writers);
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
    LoadJob.Written written;
    try (Runner runner = Runner.of(JobSettings.place("bulk", settings), System.getenv())) {
      List<Long> bounds =
          LoadJob.bounds(graph.spec(), splits(), runner.mostRanges(LoadPlanSettings.MOST_MAPS));
      written =
          new LoadJob(runner, task)
              .run(bounds, run.terminal(), run.stop(), settings.get(JobSettings.STALL_LIMIT));
    } catch (Exception e) {
      throw suppressing(e, directory);
    }
    if (written.failure().isPresent()) {
      End unused = directory.revoke(Duration.ZERO);
      return PartOutcome.doubt(
          written.failure().get() + "; nothing was imported, and the files are removed");
    }
    long filesWritten = run.clock().millis();
    return imported(directory, task, written, began, filesWritten);
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
    var operations = run.connection().client().tableOperations();
    return new LoadTask(
        graph,
        writers.stream().map(Writer::number).toList(),
        settings.get(LoadPlanSettings.BLOCKS),
        TableIterators.check(run.connection().client(), target.table(), Optional.of(target.spec())),
        run.clock().millis(),
        directory,
        Map.copyOf(operations.getConfiguration(target.table())));
  }

  /** The table's split points that are rows of the graph; at others no file need be cut. */
  private List<Long> splits() throws Exception {
    List<Long> rows = new ArrayList<>();
    for (Text split : run.connection().client().tableOperations().listSplits(target.table())) {
      String row = split.toString();
      if (row.length() == HEX && row.matches("[0-7][0-9a-f]+")) {
        rows.add(Long.parseLong(row, HEX));
      }
    }
    return rows.stream().sorted().toList();
  }

  private PartOutcome imported(
      ImportDirectory directory, LoadTask task, LoadJob.Written written, long began, long middle)
      throws Exception {
    Position end = new Position(task.blocks(), 0, 0);
    directory.seal();
    for (Writer writer : writers) {
      Window window = new Window(Position.ORIGIN, end, task.entries(writer.number()), 0);
      writer.ledger().means(true, run.clock().millis());
      writer.ledger().intend(window, run.clock().millis());
    }
    try {
      directory.load(target.table(), written.plan(), false);
    } catch (Exception e) {
      return failed(directory, e);
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
    journal(writer -> new Event.ClientStopped(now, writer.client(), "done"));
    directory.clean();
    return outcome(task, written, began, middle, now);
  }

  private PartOutcome failed(ImportDirectory directory, Exception failure) throws Exception {
    End end = End.UNDER_WAY;
    String words = "the import failed: " + failure;
    try {
      end = directory.revoke(REVOKING);
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

  private PartOutcome outcome(
      LoadTask task, LoadJob.Written written, long began, long middle, long end) {
    long entries = task.entries();
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("entries acknowledged", entries);
    tally.put("files imported", (long) written.files());
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
                    Amounts.grouped(written.files()),
                    Amounts.rate(entries / seconds)),
            "files took %s, the import %s"
                .formatted(
                    Amounts.span(Duration.ofMillis(middle - began)),
                    Amounts.span(Duration.ofMillis(end - middle)))));
  }
}
