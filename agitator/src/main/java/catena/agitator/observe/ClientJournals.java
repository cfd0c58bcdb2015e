// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.harness.watch.RunFollower;
import catena.harness.watch.RunListener;
import catena.records.journal.Event;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** When the run's writers were answered, read from their journals as they write. */
public final class ClientJournals implements RunListener, Closeable {
  private static final int FLUSHES_KEPT = 100_000;

  private final RunFollower follower;
  private final List<Acknowledged> flushes = new ArrayList<>();
  private final Set<String> writers = new HashSet<>();
  private final Object listens = new Object();
  private Optional<RunFollower.Listening> listening = Optional.empty();

  /** A window that was acknowledged. */
  private record Acknowledged(long sentMillis, long atMillis) {}

  /** The witnesses of a run. */
  public ClientJournals(RunFollower follower) {
    this.follower = follower;
  }

  /** Reads what has been written since the last time; from the beginning at first. */
  public void read() throws IOException {
    synchronized (listens) { // and not on this, which whoever follows the run waits for
      if (listening.isEmpty()) {
        listening = Optional.of(follower.listenFromBeginning(this));
      }
    }
    follower.look();
  }

  @Override
  public void close() {
    synchronized (listens) {
      listening.ifPresent(RunFollower.Listening::close);
    }
  }

  /** Whether anybody has written, and has not ended. */
  public synchronized boolean anyWrites() {
    return !writers.isEmpty();
  }

  @Override
  public synchronized void event(String journal, Event event) {
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
