// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Writes events from any thread; readers see each within a second.
 *
 * <p>An event that cannot be written is reported once to the error handler and does not stop the
 * work that it records.
 */
public final class Journal implements Closeable {
  private static final Duration FLUSH_EVERY = Duration.ofSeconds(1);
  private static final ObjectWriter WRITER = JournalReader.EVENTS.writerFor(Event.class);

  private final AppendFile file;
  private final Consumer<IOException> errorHandler;
  private final ScheduledExecutorService flusher =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("journal"));
  private boolean dirty;
  private boolean failed;

  /**
   * A journal into a file.
   *
   * @param file closed with this
   * @param errorHandler called once, if the journal can no longer be written or its thread died
   */
  public Journal(AppendFile file, Consumer<IOException> errorHandler) {
    this.file = file;
    this.errorHandler = errorHandler;
    long millis = FLUSH_EVERY.toMillis();
    Runnable task =
        Threads.repeated(
            "journal",
            "events can be read only once the journal is closed",
            this::flush,
            death -> fail(new IOException(death)));
    var unused = flusher.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Whose journal it is: {@code ingest} of {@code events/ingest.jsonl}. */
  public String name() {
    return RunDirectory.client(file.path());
  }

  /**
   * The line of an event, without its end.
   *
   * @throws JsonProcessingException if it cannot be written as JSON
   */
  public static String line(Event event) throws JsonProcessingException {
    return WRITER.writeValueAsString(event);
  }

  /** Adds an event. */
  public void add(Event event) {
    try {
      append(line(event));
    } catch (IOException e) {
      fail(e);
    }
  }

  private synchronized void append(String line) throws IOException {
    if (!failed) {
      file.line(line);
      dirty = true;
    }
  }

  /** Makes what was added visible to readers now. */
  public synchronized void flush() {
    if (dirty && !failed) {
      try {
        file.flush();
        dirty = false;
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  /** The same, and safe from the death of the machine. */
  public synchronized void sync() {
    if (!failed) {
      try {
        file.sync();
        dirty = false;
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  private synchronized void fail(IOException e) {
    if (!failed) {
      failed = true;
      errorHandler.accept(e);
    }
  }

  @Override
  public void close() throws IOException {
    flusher.shutdown();
    synchronized (this) {
      file.close();
    }
  }
}
