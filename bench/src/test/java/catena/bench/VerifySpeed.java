// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;

/**
 * Ingests a table, then reads it by turns with plain scanners that only count and with the exact
 * verification; says what each took, and how much memory the process had at most.
 */
public final class VerifySpeed {
  private static final int THREADS = 2;
  private static final double MILLION = 1e6;

  private final TestBed bed;

  private VerifySpeed(TestBed bed) {
    this.bed = bed;
  }

  /** Measures. */
  public static void main(String... words) throws Exception {
    Options options = Options.parse(words);
    try (TestBed bed = TestBed.open(options)) {
      VerifySpeed speed = new VerifySpeed(bed);
      speed.ingest(options);
      speed.read(options);
    }
    System.out.println("most memory of the process: " + peakMemory());
  }

  private void ingest(Options options) throws Exception {
    long begin = System.nanoTime();
    long entries = bed.ingest(TestBed.plan(options.clients, options.entries / options.clients));
    double seconds = secondsSince(begin);
    System.out.printf(
        Locale.ROOT,
        "ingest   %,d entries in %.1f s, %.3f M/s%n",
        entries,
        seconds,
        entries / MILLION / seconds);
    // Both sides read files, not what happens to be in the servers' memory.
    bed.client().tableOperations().flush(bed.table(), null, null, true);
  }

  private void read(Options options) throws Exception {
    long unusedScan = scan();
    PartOutcome outcome = bed.verify(THREADS, options.offline);
    Rounds rounds = new Rounds("M entries/s", "verify", "two scanners");
    List<Double> seconds = new ArrayList<>();
    List<Double> beyond = new ArrayList<>();
    for (int i = 0; i < options.rounds; i++) {
      // By turns also in who comes first, since compactions and caches favour the second.
      Scanned early = i % 2 == 0 ? scanned() : null;
      long begin = System.nanoTime();
      outcome = bed.verify(THREADS, options.offline);
      double verifySeconds = secondsSince(begin);
      Scanned scanned = early == null ? scanned() : early;
      long verified = outcome.tally().get("entries");
      if (verified != scanned.entries) {
        throw new IllegalStateException(
            verified + " entries verified, " + scanned.entries + " scanned");
      }
      seconds.add(verifySeconds);
      beyond.add(verifySeconds - scanned.seconds);
      rounds.add(verified / MILLION / verifySeconds, verified / MILLION / scanned.seconds);
    }
    if (options.beyond) {
      Target.atMost("verify-beyond-scan-s", 0.3).judge(beyond);
    } else {
      rounds.conclude(options.atLeast("verify"));
    }
    long entries = outcome.tally().get("entries");
    long shuffled = outcome.tally().get("bytes shuffled");
    System.out.printf(
        Locale.ROOT,
        "verify   %,d entries in %.1f s, %d bytes shuffled, %.5f for each entry%n",
        entries,
        Rounds.median(seconds),
        shuffled,
        shuffled / (double) entries);
  }

  private record Scanned(long entries, double seconds) {}

  private Scanned scanned() throws Exception {
    long begin = System.nanoTime();
    long entries = scan();
    return new Scanned(entries, secondsSince(begin));
  }

  /** Counts the entries of the table with a scanner on each half of the rows. */
  private long scan() throws Exception {
    String middle = String.format("%016x", Long.MAX_VALUE / 2);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      Future<Long> low = threads.submit(() -> count(new Range(null, true, middle, false)));
      Future<Long> high = threads.submit(() -> count(new Range(middle, true, null, true)));
      return low.get() + high.get();
    } finally {
      threads.shutdownNow();
    }
  }

  private long count(Range range) throws Exception {
    long entries = 0;
    try (Scanner scanner = bed.client().createScanner(bed.table(), Authorizations.EMPTY)) {
      scanner.setRange(range);
      for (var unused : scanner) {
        entries++;
      }
    }
    return entries;
  }

  private static double secondsSince(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  /** What Linux says of it. */
  private static String peakMemory() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return "unknown on this system";
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.substring("VmHWM:".length()).strip())
        .findFirst()
        .orElse("unknown");
  }
}
