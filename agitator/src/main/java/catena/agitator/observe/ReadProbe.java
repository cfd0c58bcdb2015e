package catena.agitator.observe;

import catena.agitator.fault.ClusterUnderTest;
import catena.harness.client.Bounded;
import catena.harness.client.Threads;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;

/** Reads one row again and again until it succeeds: a row that the hit server held. */
public final class ReadProbe {
  private static final Duration ONE = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final AccumuloClient client;
  private final String table;
  private final String row;
  private final Clock clock;
  private volatile long succeeded = -1;

  private ReadProbe(AccumuloClient client, String table, String row, Clock clock) {
    this.client = client;
    this.table = table;
    this.row = row;
    this.clock = clock;
  }

  /**
   * A probe that begins to read now, until it succeeds or there is no more point in it.
   *
   * @param doubts told if the probe dies
   */
  public static ReadProbe start(
      ClusterUnderTest field,
      String row,
      Clock clock,
      BooleanSupplier pointless,
      Consumer<String> doubts) {
    ReadProbe probe = new ReadProbe(field.client(), field.table(), row, clock);
    String owed = "nobody knows when row " + row + " could be read again";
    Threads.daemon("read-probe", owed, () -> probe.readUntil(pointless), doubts).start();
    return probe;
  }

  private void readUntil(BooleanSupplier pointless) throws InterruptedException {
    while (succeeded < 0 && !pointless.getAsBoolean()) {
      try {
        int unused = Bounded.call("a probing read", ONE.multipliedBy(2), this::read);
        succeeded = clock.millis();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) { // not yet
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  /** Whether the row is there or not, its tablet was served. */
  private int read() throws Exception {
    try (Scanner scanner = client.createScanner(table, Authorizations.EMPTY)) {
      scanner.setTimeout(ONE.toMillis(), TimeUnit.MILLISECONDS);
      scanner.setRange(Range.exact(row));
      int seen = 0;
      for (var unused : scanner) {
        seen++;
      }
      return seen;
    }
  }

  /** When it succeeded, if it has. */
  public OptionalLong succeeded() {
    return succeeded < 0 ? OptionalLong.empty() : OptionalLong.of(succeeded);
  }
}
