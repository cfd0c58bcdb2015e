package catena.harness.command;

import catena.harness.words.Amounts;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The plain lines of a {@link Progress}: rate since the line before, share and time left. */
final class ProgressText {
  private final String phase;
  private final String unit;
  private final OptionalLong total;
  private final Optional<Duration> limit;
  private final long startNanos;
  private long lastDone;
  private long lastNanos;

  ProgressText(
      String phase, String unit, OptionalLong total, Optional<Duration> limit, long startNanos) {
    this.phase = phase;
    this.unit = unit;
    this.total = total;
    this.limit = limit;
    this.startNanos = startNanos;
    this.lastNanos = startNanos;
  }

  /** The next line. */
  String line(long done, long nowNanos) {
    StringBuilder line = new StringBuilder(phase).append(": ");
    line.append(Amounts.grouped(done)).append(' ').append(unit);
    line.append(", ").append(Amounts.rate(perSecond(done - lastDone, nowNanos - lastNanos)));
    if (total.isPresent() && total.getAsLong() > 0) {
      double percent = 100.0 * done / total.getAsLong();
      line.append(String.format(Locale.ROOT, ", %.0f %%", percent));
    }
    left(done, nowNanos)
        .ifPresent(span -> line.append(", ").append(Amounts.span(span)).append(" left"));
    lastDone = done;
    lastNanos = nowNanos;
    return line.toString();
  }

  private Optional<Duration> left(long done, long nowNanos) {
    Duration elapsed = Duration.ofNanos(nowNanos - startNanos);
    Optional<Duration> byTime = limit.map(l -> l.minus(elapsed));
    double rate = perSecond(done, nowNanos - startNanos);
    if (total.isEmpty() || rate <= 0) {
      return byTime;
    }
    double seconds = Math.min((total.getAsLong() - done) / rate, 1e9);
    Duration byCount = Duration.ofMillis((long) (seconds * 1000));
    return byTime.filter(t -> t.compareTo(byCount) < 0).or(() -> Optional.of(byCount));
  }

  /** The last line. */
  String summary(long done, long nowNanos) {
    long nanos = nowNanos - startNanos;
    return "%s: %s %s in %s, %s"
        .formatted(
            phase,
            Amounts.grouped(done),
            unit,
            Amounts.span(Duration.ofNanos(nanos)),
            Amounts.rate(perSecond(done, nanos)));
  }

  private static double perSecond(long count, long nanos) {
    return nanos <= 0 ? 0 : count * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
  }
}
