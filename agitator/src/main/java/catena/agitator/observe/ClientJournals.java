// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.harness.watch.RunFollower;
import catena.harness.watch.RunListener;
import catena.records.journal.Event;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** When the run's writers were answered, read from their journals as they write. */
public final class ClientJournals implements RunListener, Closeable {
  private static final int FLUSHES_KEPT = 100_000;

  private final RunFollower follower;

  /** By when a window was sent, when the first one of that moment was acknowledged. */
  private final NavigableMap<Long, Long> flushes = new TreeMap<>();

  private final Set<String> writers = new HashSet<>();
  private final Object listens = new Object();
  private Optional<RunFollower.Listening> listening = Optional.empty();

  /** The witnesses of a run. */
  public ClientJournals(RunFollower follower) {
    this.follower = follower;
  }

  /** Reads what has been written since the last time; from the beginning at first. */
  public void read() throws IOException {
    synchronized (listens) { // and not on this, for which the run's follower waits
      if (listening.isEmpty()) {
        listening = Optional.of(follower.listenFromBeginning(this));
      }
    }
    follower.poll();
  }

  @Override
  public void close() {
    synchronized (listens) {
      listening.ifPresent(RunFollower.Listening::close);
    }
  }

  /** Whether any client has written, and has not ended. */
  public synchronized boolean anyWrites() {
    return !writers.isEmpty();
  }

  @Override
  public synchronized void event(String journal, Event event) {
    if (event instanceof Event.Flush flush) {
      long sent = flush.at() - flush.durationNanos() / 1_000_000;
      flushes.merge(sent, flush.at(), Math::min);
      if (flushes.size() > FLUSHES_KEPT) {
        flushes.pollFirstEntry();
      }
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
    return flushes.tailMap(fromMillis, true).values().stream().mapToLong(at -> at).min();
  }
}
