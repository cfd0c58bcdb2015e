// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.graph.Entry;
import catena.graph.judge.Difference;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.Found;
import catena.read.check.Judges;
import catena.read.check.SeenFindings;
import catena.read.check.SeenRow;
import catena.read.check.View;
import com.google.common.collect.Lists;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * Settles the rows that the readers of one phase saw and that are not as promised, concurrently
 * with the readers: any thread adds rows, and one thread takes the steps in which they are read
 * again. Design note: it has neither its own thread nor its own waits.
 *
 * <p>Its memory is bounded. Rows beyond the bound, and those that are left when it has to end, are
 * in doubt; each row that may pass is settled once, or given up.
 */
public final class ReaderSettler implements Settler.Driver {
  /** Rows that wait to be read again for the first time. */
  public static final int MOST_WAITING = 10_000;

  /** Rows that are kept to be read once more. */
  static final int MOST_MISSING = 100_000;

  /** Bytes of the entries that these rows held when first read; missing rows held none. */
  static final long MOST_BYTES = 64L << 20;

  /** Rows of one lookup. */
  static final int BATCH = 1_000;

  static final Duration PAUSE = Duration.ofMillis(500);

  /** How soon it is noticed that there is room, or an end. */
  static final Duration POLL = Duration.ofMillis(50);

  static final String ENDED = "the thread that reads them again had ended";

  private static final String TOO_MANY =
      "more than 100,000 rows, or 64 MB of them, were missing at a time";
  private static final String STOPPED = "the readers were stopped while they were missing";

  /** A row and when it is to be read again. */
  private record Due(OpenRow row, long atNanos) {}

  private final Settler settler;
  private final SeenFindings findings;
  private final RereadAccount account;
  private final Duration limit;
  private final Clock clock;
  private final LongSupplier nanoClock;
  private final RecentRows young;
  private final BlockingQueue<OpenRow> fresh = new LinkedBlockingQueue<>(MOST_WAITING);
  private final Queue<Due> missing = new ArrayDeque<>();
  private long missingBytes;

  /** Rows that were added and are not settled; the thread that removes one settles it. */
  private final Set<OpenRow> open = ConcurrentHashMap.newKeySet();

  private volatile boolean attended;
  private volatile boolean ended;
  private volatile boolean cut;
  private volatile boolean last;

  /**
   * Settles what readers of one phase see.
   *
   * @param findings takes what is wrong
   * @param account counts each row that is to be read again
   * @param limit how long a missing row is waited for
   */
  public ReaderSettler(
      Settler settler,
      SeenFindings findings,
      RereadAccount account,
      Duration limit,
      Clock clock,
      LongSupplier nanoClock) {
    this.settler = settler;
    this.findings = findings;
    this.account = account;
    this.limit = limit;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.young = new RecentRows(nanoClock);
  }

  /** What became of the rows that were to be read again. */
  public RereadAccount account() {
    return account;
  }

  /** A row that is not as promised, as of now. */
  public OpenRow suspect(
      View view,
      String client,
      ReadTally tally,
      Promise before,
      byte[] row,
      List<Entry> seen,
      Optional<Entry> referrer) {
    SeenRow at = new SeenRow(row, seen, clock.millis());
    long now = nanoClock.getAsLong();
    return new OpenRow(view, client, tally, before, at, referrer, Optional.empty(), List.of(), now);
  }

  /**
   * Judges the rows of one read again, now that it is over.
   *
   * @throws InterruptedException if too many rows wait to be read again; those that could not be
   *     judged are in doubt then, as after any other exception
   */
  public void settle(List<OpenRow> suspects) throws IOException, InterruptedException {
    long unused = judge(suspects, this::add);
  }

  /** Judges rows; how long it took to read the ledgers for them, in nanoseconds. */
  private long judge(List<OpenRow> rows, FailableConsumer<OpenRow, InterruptedException> mayPass)
      throws IOException, InterruptedException {
    int settled = 0;
    try {
      long began = nanoClock.getAsLong();
      Judges judges = settler.judges(rows);
      long read = nanoClock.getAsLong() - began;
      for (OpenRow row : rows) {
        Optional<OpenRow> open = settler.judgeAgain(row, judges, this);
        settled++;
        if (open.isPresent()) {
          row.tally().one(Count.REREAD);
          account.handed();
          mayPass.accept(open.get());
        }
      }
      return read;
    } finally {
      rows.subList(settled, rows.size()).forEach(this::inHand);
    }
  }

  /**
   * Takes rows of one read that hold nothing but what their writers write later on; they are judged
   * along with others like them, when it is time or too many of them wait.
   *
   * @throws InterruptedException as {@link #settle} does
   */
  public void settleLater(List<OpenRow> newer) throws IOException, InterruptedException {
    List<OpenRow> full = young.add(newer);
    if (!full.isEmpty()) {
      settle(full);
    }
  }

  /**
   * Judges the recent rows, if it is time.
   *
   * @param all whether it is time for all of them
   * @return those that may pass, which are to be read again
   */
  private List<OpenRow> settleYoung(boolean all) throws IOException, InterruptedException {
    List<OpenRow> due = all ? young.all() : young.due();
    List<OpenRow> mayPass = new ArrayList<>();
    if (!due.isEmpty()) {
      young.took(
          judge(
              due,
              row -> {
                open.add(row);
                mayPass.add(row);
              }));
    }
    return mayPass;
  }

  private void inHand(OpenRow row) {
    account.handed();
    account.unsettled(row.name(), "its reader was broken off before it was judged");
  }

  /**
   * Takes a row that is to be read again. While too many wait it waits for a thread that reads them
   * again; without one the row is in doubt at once, and so is one that comes too late.
   *
   * @throws InterruptedException while it waited; the row is in doubt then
   */
  public void add(OpenRow row) throws InterruptedException {
    open.add(row);
    try {
      boolean taken = !ended && fresh.offer(row);
      while (!taken && attended) {
        taken = fresh.offer(row, POLL.toMillis(), TimeUnit.MILLISECONDS);
      }
      if (!taken) {
        giveUp(row, ended ? ENDED : "too many rows waited for it");
      }
    } catch (InterruptedException e) {
      giveUp(row, "waiting for it was broken off");
      throw e;
    }
  }

  /** From now on a thread takes the steps. */
  void begun() {
    attended = true;
  }

  /** The thread that took the steps has ended. */
  void ended() {
    ended = true;
    attended = false;
  }

  /** From now on each row is read once more, and is in doubt if it is not right then. */
  public void cut() {
    cut = true;
  }

  /** From now on no row is added, so that none waits for others. */
  void noMore() {
    last = true;
  }

  /** Whether no row waits, for the thread that takes the steps. */
  public boolean isEmpty() {
    return fresh.isEmpty() && missing.isEmpty() && young.isEmpty();
  }

  /** How many rows are read again, for the thread that takes the steps. */
  int held() {
    return missing.size();
  }

  /**
   * Judges recent rows that are due, and reads rows again: new ones, and some whose time has come.
   *
   * @param patience how long it waits for a new one
   * @return whether there were any
   * @throws Exception as the lookups throw it, and as the ledgers do
   */
  public boolean step(Duration patience) throws Exception {
    List<OpenRow> judged = settleYoung(cut || last);
    for (List<OpenRow> part : Lists.partition(judged, BATCH)) {
      settler.readAgain(part, this);
    }
    List<OpenRow> first = takeFresh(judged.isEmpty() ? patience : Duration.ZERO);
    settler.readAgain(first, this);
    List<OpenRow> due = takeDue();
    settler.readAgain(due, this);
    return !judged.isEmpty() || !first.isEmpty() || !due.isEmpty();
  }

  private List<OpenRow> takeFresh(Duration patience) throws InterruptedException {
    List<OpenRow> taken = new ArrayList<>();
    OpenRow first = fresh.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      taken.add(first);
      fresh.drainTo(taken, BATCH - 1);
    }
    return taken;
  }

  private List<OpenRow> takeDue() {
    long now = nanoClock.getAsLong();
    List<OpenRow> due = new ArrayList<>();
    while (due.size() < BATCH && !missing.isEmpty() && (cut || missing.peek().atNanos - now <= 0)) {
      OpenRow row = missing.remove().row;
      missingBytes -= ReadTally.bytes(row.seen());
      due.add(row);
    }
    return due;
  }

  @Override
  public List<OpenRow> overdue(List<OpenRow> still) {
    Map<Boolean, List<OpenRow>> parts =
        still.stream().collect(Collectors.partitioningBy(this::isTimeUp));
    parts.get(false).forEach(this::keep);
    return parts.get(true);
  }

  private boolean isTimeUp(OpenRow row) {
    return nanoClock.getAsLong() - row.foundNanos() >= limit.toNanos();
  }

  private void keep(OpenRow row) {
    long bytes = ReadTally.bytes(row.seen());
    if (cut) {
      giveUp(row, STOPPED);
    } else if (missing.size() >= MOST_MISSING || missingBytes + bytes > MOST_BYTES) {
      giveUp(row, TOO_MANY);
    } else {
      missingBytes += bytes;
      missing.add(new Due(row, nanoClock.getAsLong() + PAUSE.toNanos()));
    }
  }

  @Override
  public void certain(OpenRow row, List<Found> found) {
    found.forEach(each -> report(row.client(), row.view(), each));
  }

  @Override
  public void settled(OpenRow row, Settler.Ending how, List<Found> found) {
    switch (how) {
      case AT_ONCE -> {
        if (found.isEmpty()) {
          row.tally().one(Count.CHANGED);
        }
        certain(row, found);
      }
      case PASSED -> settled(row, found, account::passed);
      case STAYED -> settled(row, found, account::stayed);
    }
  }

  /** A row that could not be reported is still open, so that it is a doubt in the end. */
  private void settled(OpenRow row, List<Found> found, Runnable count) {
    if (open.remove(row)) {
      boolean reported = false;
      try {
        certain(row, found);
        count.run();
        reported = true;
      } finally {
        if (!reported) {
          open.add(row);
        }
      }
    }
  }

  /** Reports a difference that is certain when it is first seen. */
  public void found(String client, View view, Difference difference, String expected) {
    Found found = new Found(difference.kind(), difference, expected, clock.millis(), Map.of());
    Settler.throughFilter(view, List.of(found)).forEach(each -> report(client, view, each));
  }

  private void report(String client, View view, Found found) {
    findings.add(client, found, view.authorizations().toString(), clock.millis());
  }

  /** Puts a row in doubt, and reports what is wrong with it anyway. */
  private void giveUp(OpenRow row, String why) {
    if (open.remove(row)) {
      account.unsettled(row.name(), why);
      certain(row, row.anyway());
    }
  }

  /**
   * Gives up all that is not settled; no step may begin any more, but one may still be under way.
   */
  public void giveUpAll(String why) {
    List.copyOf(open).forEach(row -> giveUp(row, why));
    young.all().forEach(this::inHand);
  }

  /** All doubts about rows, and about the ledgers whenever rows were judged by them. */
  public List<String> doubts() {
    return settler.doubts();
  }
}
