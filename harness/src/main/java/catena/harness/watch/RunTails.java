package catena.harness.watch;

import catena.records.journal.Event;
import catena.records.journal.JournalTail;
import catena.records.latency.LatencyLogReader;
import catena.records.run.LineTail;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Follows all journals and latency logs of a run, those too that others begin in it.
 *
 * <p>On a local file system a file that has not grown is not opened. HDFS does not know the length
 * of a file that is being written, so that there each is.
 */
public final class RunTails {
  private final RunDirectory directory;
  private final boolean isLocal;
  private final Map<Path, JournalTail> journals = new HashMap<>();
  private final Map<Path, LineTail> logs = new HashMap<>();

  private RunTails(RunDirectory directory) {
    this.directory = directory;
    this.isLocal = directory.local().isPresent();
  }

  /**
   * Follows what is written from now on.
   *
   * @throws IOException if the directory cannot be listed
   */
  public static RunTails fromNow(RunDirectory directory) throws IOException {
    RunTails tails = new RunTails(directory);
    for (Path path : directory.journals()) {
      tails.journals.put(path, JournalTail.fromNow(directory, path));
    }
    FileSystem fs = directory.fileSystem();
    for (Path path : directory.latencies()) {
      tails.logs.put(path, new LineTail(fs, path, fs.getFileStatus(path).getLen()));
    }
    return tails;
  }

  /**
   * Hands over the events that have come since the last call.
   *
   * @param each takes the name of the journal, {@code ingest} for {@code events/ingest.jsonl}, and
   *     the event
   * @throws IOException if a file could not be read; the others were, and its rest comes with the
   *     next call
   */
  public void events(BiConsumer<String, ? super Event> each) throws IOException {
    Troubles troubles = new Troubles();
    for (Map.Entry<Path, Long> file : directory.journalLengths().entrySet()) {
      JournalTail tail = journals.computeIfAbsent(file.getKey(), p -> JournalTail.of(directory, p));
      if (!isLocal || !tail.isAtEnd(file.getValue())) {
        String journal = RunDirectory.client(file.getKey());
        troubles.perform(() -> tail.read(event -> each.accept(journal, event)));
      }
    }
    troubles.rethrow();
  }

  /**
   * Hands over the latencies that have come since the last call.
   *
   * @throws IOException if a file could not be read; the others were, and its rest comes with the
   *     next call
   */
  public void latencies(LatencyLogReader.Each each) throws IOException {
    Troubles troubles = new Troubles();
    for (Map.Entry<Path, Long> file : directory.latencyLengths().entrySet()) {
      LineTail tail =
          logs.computeIfAbsent(file.getKey(), p -> new LineTail(directory.fileSystem(), p, 0));
      if (!isLocal || !tail.isAtEnd(file.getValue())) {
        troubles.perform(() -> tail.read(line -> LatencyLogReader.line(line, each)));
      }
    }
    troubles.rethrow();
  }

  /** A file that cannot be read now, such as one whose writer died on HDFS, holds up no other. */
  private static final class Troubles {
    private Optional<IOException> first = Optional.empty();

    void perform(FailableRunnable<IOException> step) {
      try {
        step.run();
      } catch (IOException e) {
        if (first.isEmpty()) {
          first = Optional.of(e);
        } else {
          first.get().addSuppressed(e);
        }
      }
    }

    void rethrow() throws IOException {
      if (first.isPresent()) {
        throw first.get();
      }
    }
  }
}
