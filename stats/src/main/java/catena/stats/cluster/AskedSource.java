// SPDX-License-Identifier: Apache-2.0
package catena.stats.cluster;

import catena.records.threads.Threads;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a source in a thread of its own, and waits no longer than it is told to.
 *
 * <p>A question that is not answered in time goes on: clients of Accumulo and HDFS may be in the
 * middle of something that an interrupt would only make them begin again. The next sample waits for
 * the same question, and takes its answer, which has come just now, for its own.
 */
final class AskedSource implements Closeable {
  private final Source source;
  private final ExecutorService thread;
  private Future<Reading> question;

  /** What became of a question: figures, or why there are none. */
  record Answer(Optional<Reading> reading, String reason) {}

  AskedSource(Source source) {
    this.source = source;
    this.thread = Executors.newSingleThreadExecutor(Threads.daemons("stats-" + source.name()));
  }

  Source source() {
    return source;
  }

  /** Asks, unless the question before is still open. */
  void ask(Duration limit) {
    if (question == null || question.isDone()) {
      question = thread.submit(() -> source.read(limit));
    }
  }

  /** Waits for the answer to the last {@link #ask}. */
  Answer answer(Duration limit) throws InterruptedException {
    try {
      return new Answer(Optional.of(question.get(limit.toNanos(), TimeUnit.NANOSECONDS)), "");
    } catch (TimeoutException e) {
      return absent("does not answer in time");
    } catch (ExecutionException e) {
      return absent(
          e.getCause() instanceof Exception cause ? Reasons.of(cause) : e.getCause().toString());
    }
  }

  private static Answer absent(String reason) {
    return new Answer(Optional.empty(), reason);
  }

  /** Ends the thread, whatever it is doing, and lets go of the source once it has. */
  @Override
  public void close() {
    if (question != null) {
      question.cancel(true);
    }
    thread.execute(source::close);
    thread.shutdown();
  }
}
