// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Counts the attempts at a window that failed, and says how long to wait before the next one, or
 * that the window is given up; for the writer's thread.
 */
final class Attempts {
  private final Writer writer;
  private final RetryPolicy retry;
  private final Recording recording;
  private int failures;
  private OptionalLong firstFailure = OptionalLong.empty();
  private long rejections;

  Attempts(Writer writer, RetryPolicy retry, Recording recording) {
    this.writer = writer;
    this.retry = retry;
    this.recording = recording;
  }

  /** Forgets earlier failures: the next one is the first. */
  void anew() {
    failures = 0;
    firstFailure = OptionalLong.empty();
  }

  /**
   * Records that an attempt has failed.
   *
   * @param now on the recording's monotonic clock
   */
  void failed(long now) {
    firstFailure = OptionalLong.of(firstFailure.orElse(now));
    failures++;
  }

  /**
   * How long to wait before the next attempt.
   *
   * @param failure the one that was recorded last
   * @throws IngestFailure if the window is given up; the ledger then says so
   * @throws IOException if the ledger cannot be written
   */
  Duration waitAfter(AttemptFailed failure) throws IngestFailure, IOException {
    String client = writer.client();
    if (failure.why().isEmpty()) {
      abandon("failed");
      throw new IngestFailure(client + " failed: " + failure.getCause(), failure.getCause());
    }
    rejections++;
    Rejection why = failure.why().get();
    Duration since = Duration.ofNanos(recording.nanos() - firstFailure.getAsLong());
    Optional<Duration> wait = why.mayPass() ? retry.next(failures, since) : Optional.empty();
    recording.rejected(client, writer.number(), why.reason(), failures, wait.orElse(Duration.ZERO));
    if (wait.isEmpty()) {
      abandon("rejected");
      throw new IngestFailure(
          why.mayPass()
              ? "%s gave %s up after %d attempts: %s"
                  .formatted(client, failure.what(), failures, why.reason())
              : client + " cannot go on: " + why.reason(),
          failure.getCause());
    }
    return wait.get();
  }

  private void abandon(String reason) throws IOException {
    writer.ledger().abandon(reason, recording.millis());
  }

  /** How many attempts were rejected, at all windows. */
  long rejections() {
    return rejections;
  }
}
