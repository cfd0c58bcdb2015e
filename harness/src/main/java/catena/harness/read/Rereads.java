package catena.harness.read;

import catena.graph.Entry;
import catena.graph.Promise;
import catena.harness.client.StopSignal;
import catena.harness.command.Reasons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Reads missing rows again and again, each until a limit, on a thread of its own, so that the
 * readers go on meanwhile.
 */
final class Rereads {
  private static final Logger LOG = LogManager.getLogger(Rereads.class);

  /** Rows that wait for their first time; a reader that finds more waits itself. */
  private static final int MOST_WAITING = 10_000;

  private static final Duration PAUSE = Duration.ofMillis(500);

  /** How soon the end is noticed. */
  private static final Duration LOOK = Duration.ofMillis(50);

  /** How long a phase that was stopped goes on for rows that are still missing. */
  static final Duration AFTER_STOP = Duration.ofSeconds(5);

  /** How long one more round may take, tablets being rehosted included. */
  private static final Duration ROUND = Duration.ofSeconds(60);

  private final Settling settling;
  private final Duration limit;
  private final Duration afterStop;
  private final LongSupplier nanoClock;
  private final BlockingQueue<Suspect> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final List<Suspect> missing = new ArrayList<>();
  private final StopSignal cut = new StopSignal();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "reread");
  private volatile boolean closed;
  private volatile String failure;
  private long lastRound;

  /**
   * Reads rows again.
   *
   * @param limit how long a missing row is waited for
   * @param afterStop how long all of them are, once a stop was asked for
   */
  Rereads(Settling settling, Duration limit, Duration afterStop, LongSupplier nanoClock) {
    this.settling = settling;
    this.limit = limit;
    this.afterStop = afterStop;
    this.nanoClock = nanoClock;
    thread.setDaemon(true);
  }

  /** Begins to work. */
  void start() {
    lastRound = nanoClock.getAsLong();
    thread.start();
  }

  /** Takes a row; waits while too many wait already. */
  void add(Suspect suspect) throws InterruptedException {
    boolean taken = false;
    while (!taken && failure == null) {
      taken = waiting.offer(suspect, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Ends once every row is settled; no row is added any more.
   *
   * @param stop cuts the wait short
   * @return why some rows could not be settled
   */
  Optional<String> finish(StopSignal stop) throws InterruptedException {
    closed = true;
    long began = nanoClock.getAsLong();
    long deadline = began + limit.plus(ROUND).toNanos();
    while (!done.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      long now = nanoClock.getAsLong();
      if (!cut.asked() && stop.asked() && now - began >= afterStop.toNanos()) {
        cut.ask("stopped");
        deadline = Math.min(deadline, now + ROUND.toNanos());
      }
      if (now - deadline > 0) {
        thread.interrupt();
        return Optional.of("Missing rows could not be read again: no server answered in time");
      }
    }
    return Optional.ofNullable(failure);
  }

  private void work() {
    try {
      while (!closed || !waiting.isEmpty() || !missing.isEmpty()) {
        step();
      }
    } catch (InterruptedException e) {
      fail("Reading missing rows again was interrupted");
    } catch (Exception e) {
      LOG.error("missing rows could not be read again", e);
      fail("Missing rows could not be read again: " + Reasons.of(e));
    } finally {
      done.countDown();
    }
  }

  private void fail(String why) {
    failure = why;
    waiting.clear();
  }

  private void step() throws Exception {
    List<Suspect> fresh = new ArrayList<>();
    Suspect first = waiting.poll(closed ? 10 : LOOK.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      fresh.add(first);
      waiting.drainTo(fresh);
      missing.addAll(round(fresh));
    }
    boolean due = nanoClock.getAsLong() - lastRound >= PAUSE.toNanos();
    if (!missing.isEmpty() && (due || cut.asked())) {
      List<Suspect> still = round(missing);
      missing.clear();
      missing.addAll(still);
      lastRound = nanoClock.getAsLong();
      if (cut.asked() && !missing.isEmpty()) {
        fail(
            missing.size()
                + " rows were missing when the readers were stopped, the first "
                + missing.get(0).name());
        missing.clear();
      }
    }
  }

  /** Reads rows again and concludes those whose time is up; those that are left have more. */
  private List<Suspect> round(List<Suspect> suspects) throws Exception {
    Map<View, List<Suspect>> byView = new LinkedHashMap<>();
    suspects.forEach(
        each -> byView.computeIfAbsent(each.view(), any -> new ArrayList<>()).add(each));
    List<Suspect> left = new ArrayList<>();
    for (Map.Entry<View, List<Suspect>> of : byView.entrySet()) {
      List<Suspect> overdue = new ArrayList<>();
      View view = of.getKey();
      for (Suspect still : absent(view.lookup(), of.getValue())) {
        boolean timeUp = nanoClock.getAsLong() - still.foundNanos() >= limit.toNanos();
        (timeUp ? overdue : left).add(still);
      }
      // What a scan server has not heard of for so long, a tablet server may have all the same.
      List<Suspect> gone = overdue.isEmpty() ? overdue : absent(view.firm(), overdue);
      if (!gone.isEmpty()) {
        settling.conclude(gone);
      }
    }
    return left;
  }

  private static List<String> names(List<Suspect> suspects) {
    return suspects.stream().map(Suspect::name).toList();
  }

  private List<Suspect> absent(Lookup lookup, List<Suspect> suspects) throws Exception {
    Map<String, List<Entry>> found = lookup.rows(names(suspects));
    Promise now = settling.now();
    List<Suspect> absent = new ArrayList<>();
    for (Suspect suspect : suspects) {
      if (!settling.appeared(suspect, found.getOrDefault(suspect.name(), List.of()), now)) {
        absent.add(suspect);
      }
    }
    return absent;
  }
}
