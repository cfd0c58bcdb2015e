package catena.read.reader.reread;

import catena.graph.Entry;
import catena.read.check.Judges;
import catena.read.check.Lookup;
import catena.read.check.View;
import com.google.common.collect.Lists;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * Rows that may pass, read again and again until they do or their time is up: any thread adds them,
 * one takes the steps. Design note: it has neither a thread nor a wait of its own.
 *
 * <p>Its memory is bounded. Rows beyond the bound, and those that are left when it has to end, are
 * in doubt; each row that was added is settled once, or given up.
 */
public final class Rereads implements Rereading {
  /** Rows that wait for their first time. */
  public static final int MOST_WAITING = 10_000;

  /** Rows that are read again at a time. */
  static final int MOST_MISSING = 100_000;

  /** What these hold of their first sight, which only stale rows do. */
  static final long MOST_BYTES = 64L << 20;

  /** Rows of one lookup. */
  static final int BATCH = 1_000;

  static final Duration PAUSE = Duration.ofMillis(500);

  private static final String TOO_MANY =
      "more than 100,000 rows, or 64 MB of them, were missing at a time";
  private static final String STOPPED = "the readers were stopped while they were missing";

  /** A row and when it is to be read again. */
  private record Due(PendingRow suspect, long atNanos) {}

  /** A row that is not right yet, and what it holds. */
  record Again(PendingRow suspect, List<Entry> seen) {}

  private final ReaderSettlement settling;
  private final RereadAccount account;
  private final Duration limit;
  private final LongSupplier nanoClock;
  private final BlockingQueue<PendingRow> fresh = new LinkedBlockingQueue<>(MOST_WAITING);
  private final Queue<Due> missing = new ArrayDeque<>();
  private long missingBytes;

  /** Rows that were added and are not settled; who takes one out settles it. */
  private final Set<PendingRow> open =
      Collections.newSetFromMap(Collections.synchronizedMap(new IdentityHashMap<>()));

  private volatile boolean cut;
  private volatile boolean last;

  /**
   * No rows yet.
   *
   * @param limit how long a missing row is waited for
   */
  public Rereads(
      ReaderSettlement settling, RereadAccount account, Duration limit, LongSupplier nanoClock) {
    this.settling = settling;
    this.account = account;
    this.limit = limit;
    this.nanoClock = nanoClock;
  }

  /** Takes a row; if too many wait already it is in doubt at once. */
  @Override
  public void add(PendingRow suspect) throws InterruptedException {
    if (!offer(suspect, Duration.ZERO)) {
      refuse(suspect, "too many rows waited for it");
    }
  }

  /**
   * Takes a row if there is room within some time; if not, nothing has been done.
   *
   * @throws InterruptedException while there was no room; the row is in doubt then
   */
  boolean offer(PendingRow suspect, Duration patience) throws InterruptedException {
    open.add(suspect);
    try {
      boolean taken = fresh.offer(suspect, patience.toMillis(), TimeUnit.MILLISECONDS);
      if (!taken) {
        open.remove(suspect);
      }
      return taken;
    } catch (InterruptedException e) {
      giveUp(suspect, "waiting for it was broken off");
      throw e;
    }
  }

  /** Puts a row in doubt that it has not taken. */
  void refuse(PendingRow suspect, String why) {
    open.add(suspect);
    giveUp(suspect, why);
  }

  /** From now on each row is read once more, and is in doubt if it is not right then. */
  public void cut() {
    cut = true;
  }

  /** From now on nothing is added any more, so that no row waits for others. */
  void noMore() {
    last = true;
  }

  /** Whether no row waits, for the thread that takes the steps. */
  public boolean isEmpty() {
    return fresh.isEmpty() && missing.isEmpty() && !settling.isAnyYoung();
  }

  /** How many rows are read again, for the thread that takes the steps. */
  int held() {
    return missing.size();
  }

  /**
   * Reads again some rows for the first time, and some whose time for it has come.
   *
   * @param patience how long it waits for a first one
   * @return whether there were any
   * @throws Exception as the lookups throw it, and as the ledgers do
   */
  public boolean step(Duration patience) throws Exception {
    List<PendingRow> judged = settling.settleYoung(cut || last);
    open.addAll(judged);
    for (List<PendingRow> part : Lists.partition(judged, BATCH)) {
      look(part);
    }
    List<PendingRow> first = takeFresh(judged.isEmpty() ? patience : Duration.ZERO);
    look(first);
    List<PendingRow> due = takeDue();
    look(due);
    return !judged.isEmpty() || !first.isEmpty() || !due.isEmpty();
  }

  private List<PendingRow> takeFresh(Duration patience) throws InterruptedException {
    List<PendingRow> taken = new ArrayList<>();
    PendingRow first = fresh.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      taken.add(first);
      fresh.drainTo(taken, BATCH - 1);
    }
    return taken;
  }

  private List<PendingRow> takeDue() {
    long now = nanoClock.getAsLong();
    List<PendingRow> due = new ArrayList<>();
    while (due.size() < BATCH && !missing.isEmpty() && (cut || missing.peek().atNanos - now <= 0)) {
      PendingRow suspect = missing.remove().suspect;
      missingBytes -= ReadTally.bytes(suspect.seen());
      due.add(suspect);
    }
    return due;
  }

  private void look(List<PendingRow> suspects) throws Exception {
    Map<View, List<PendingRow>> byView = new LinkedHashMap<>();
    suspects.forEach(
        each -> byView.computeIfAbsent(each.view(), any -> new ArrayList<>()).add(each));
    for (Map.Entry<View, List<PendingRow>> of : byView.entrySet()) {
      look(of.getKey(), of.getValue());
    }
  }

  /** Reads rows again and concludes those whose time is up; those that are left have more. */
  private void look(View view, List<PendingRow> suspects) throws Exception {
    List<PendingRow> overdue = new ArrayList<>();
    for (Again still : notRight(view.lookup(), suspects)) {
      boolean timeUp = nanoClock.getAsLong() - still.suspect.foundNanos() >= limit.toNanos();
      if (timeUp) {
        overdue.add(still.suspect);
      } else {
        keep(still.suspect);
      }
    }
    // What a scan server has not heard of for so long, a tablet server may have all the same.
    List<Again> gone = overdue.isEmpty() ? List.of() : notRight(view.firm(), overdue);
    if (!gone.isEmpty()) {
      conclude(view, gone);
    }
  }

  private void keep(PendingRow suspect) {
    long bytes = ReadTally.bytes(suspect.seen());
    if (cut) {
      giveUp(suspect, STOPPED);
    } else if (missing.size() >= MOST_MISSING || missingBytes + bytes > MOST_BYTES) {
      giveUp(suspect, TOO_MANY);
    } else {
      missingBytes += bytes;
      missing.add(new Due(suspect, nanoClock.getAsLong() + PAUSE.toNanos()));
    }
  }

  private List<Again> notRight(Lookup lookup, List<PendingRow> suspects) throws Exception {
    Map<String, List<Entry>> found = lookup.rows(suspects.stream().map(PendingRow::name).toList());
    Judges judges = settling.judges(suspects);
    List<Again> wrong = new ArrayList<>();
    for (PendingRow suspect : suspects) {
      List<Entry> seen = found.getOrDefault(suspect.name(), List.of());
      if (settling.mayPass(suspect, seen, judges)) {
        wrong.add(new Again(suspect, seen));
      } else {
        settle(suspect, () -> settling.appeared(suspect, seen, judges), account::passed);
      }
    }
    return wrong;
  }

  private void conclude(View view, List<Again> gone) throws Exception {
    Map<String, List<Entry>> toUser = settling.toUser(gone);
    List<Again> wrong = seenByUserOnly(view, gone, toUser);
    Judges judges = settling.judges(wrong.stream().map(Again::suspect).toList());
    for (Again each : wrong) {
      settle(each.suspect, () -> settling.conclude(each, toUser, judges), account::stayed);
    }
  }

  /**
   * Reads once more, for the reader, what the user sees: a write may have taken effect between the
   * two looks. Returns what is still not right.
   */
  private List<Again> seenByUserOnly(View view, List<Again> gone, Map<String, List<Entry>> toUser)
      throws Exception {
    Map<Boolean, List<Again>> parts =
        gone.stream()
            .collect(
                Collectors.partitioningBy(
                    each -> !toUser.getOrDefault(each.suspect().name(), List.of()).isEmpty()));
    List<PendingRow> seen = parts.get(true).stream().map(Again::suspect).toList();
    if (seen.isEmpty()) {
      return gone;
    }
    List<Again> still = new ArrayList<>(parts.get(false));
    still.addAll(notRight(view.firm(), seen));
    return still;
  }

  private void settle(PendingRow suspect, FailableRunnable<Exception> telling, Runnable count)
      throws Exception {
    if (open.remove(suspect)) {
      boolean told = false;
      try {
        telling.run();
        count.run();
        told = true;
      } finally {
        if (!told) {
          open.add(suspect);
        }
      }
    }
  }

  private void giveUp(PendingRow suspect, String why) {
    if (open.remove(suspect)) {
      account.unsettled(suspect.name(), why);
      settling.unsettled(suspect);
    }
  }

  /**
   * Gives up all that is not settled; no step is taken any more, and none is under way for sure.
   */
  public void giveUpAll(String why) {
    List<PendingRow> left;
    synchronized (open) {
      left = new ArrayList<>(open);
    }
    left.forEach(suspect -> giveUp(suspect, why));
    settling.giveUpYoung();
  }
}
