package catena.agitator.observe;

import catena.harness.journal.Event;
import catena.harness.journal.JournalTail;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;

/** What the run's other clients noticed of a fault, read from their journals as they write. */
public final class ClientJournals {
  private static final int FLUSHES_KEPT = 100_000;
  private static final int INGEST_BEFORE = 30;
  private static final int QUERY_BEFORE = 60;

  private final RunDirectory directory;
  private final Map<Path, JournalTail> tails = new LinkedHashMap<>();
  private final Rates ingest = new Rates();
  private final Rates query = new Rates();
  private final List<Acknowledged> flushes = new ArrayList<>();

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

  /** Whether anybody writes or reads. */
  public synchronized boolean any() {
    return !flushes.isEmpty() || !query.isEmpty();
  }

  private void see(Event event) {
    if (event instanceof Event.Flush flush) {
      long sent = flush.at() - flush.durationNanos() / 1_000_000;
      if (flushes.size() == FLUSHES_KEPT) {
        flushes.subList(0, FLUSHES_KEPT / 2).clear();
      }
      flushes.add(new Acknowledged(sent, flush.at()));
      ingest.add(flush.beganAt(), flush.at(), (double) (flush.entries() + flush.deletes()));
    } else if (event instanceof Event.Throughput read && !read.writes()) {
      query.add(read.beganAt(), read.at(), (double) read.rows());
    }
  }

  /**
   * When the first window was acknowledged that was sent after a time; one that was under way then
   * proves nothing.
   */
  public synchronized OptionalLong firstFlush(long afterMillis) {
    return flushes.stream()
        .filter(flush -> flush.sentMillis() >= afterMillis)
        .mapToLong(Acknowledged::atMillis)
        .min();
  }

  /** How ingest fell after a time. */
  public Optional<Rates.Dip> ingestDip(long atMillis, long untilMillis) {
    return ingest.dip(atMillis, INGEST_BEFORE, untilMillis);
  }

  /** How reading fell after a time. */
  public Optional<Rates.Dip> queryDip(long atMillis, long untilMillis) {
    return query.dip(atMillis, QUERY_BEFORE, untilMillis);
  }
}
