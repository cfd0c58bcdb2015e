package catena.agitator.observe;

import catena.records.journal.Event;
import catena.records.journal.JournalTail;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** When the run's writers were answered, read from their journals as they write. */
public final class ClientJournals {
  private static final int FLUSHES_KEPT = 100_000;

  private final RunDirectory directory;
  private final Map<Path, JournalTail> tails = new LinkedHashMap<>();
  private final List<Acknowledged> flushes = new ArrayList<>();
  private final Set<String> writers = new HashSet<>();

  /** A window that was acknowledged. */
  private record Acknowledged(long sentMillis, long atMillis) {}

  /** The witnesses of a run. */
  public ClientJournals(RunDirectory directory) {
    this.directory = directory;
  }

  /** Reads what has been written since the last time. */
  public synchronized void read() throws IOException {
    for (Path journal : directory.journals()) {
      tails.computeIfAbsent(journal, path -> JournalTail.of(directory, path)).read(this::see);
    }
  }

  /** Whether anybody has written, and has not ended. */
  public synchronized boolean anyWrites() {
    return !writers.isEmpty();
  }

  private void see(Event event) {
    if (event instanceof Event.Flush flush) {
      long sent = flush.at() - flush.durationNanos() / 1_000_000;
      if (flushes.size() == FLUSHES_KEPT) {
        flushes.subList(0, FLUSHES_KEPT / 2).clear();
      }
      flushes.add(new Acknowledged(sent, flush.at()));
      writers.add(flush.client());
    } else if (event instanceof Event.ClientStopped stopped) {
      writers.remove(stopped.client());
    }
  }

  /**
   * When the first window was acknowledged that was sent at a time or later; one that was under way
   * then proves nothing.
   */
  public synchronized OptionalLong firstFlush(long fromMillis) {
    return flushes.stream()
        .filter(flush -> flush.sentMillis() >= fromMillis)
        .mapToLong(Acknowledged::atMillis)
        .min();
  }
}
