// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.Graph;
import catena.graph.Position;
import catena.harness.accumulo.Holder;
import catena.harness.accumulo.WriterNumbers;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.Writer;
import catena.records.journal.ClientName;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerReader;
import catena.records.run.Claim;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.fs.Path;

/**
 * Opens the writers of one run directory: new ones, or those that an earlier process left; and
 * gives their numbers back.
 */
final class Writers {
  /** A dead process's hold ends with its session; a little is added until that is noticed. */
  private static final Duration HOLD_LIMIT = WriterNumbers.SESSION.plusSeconds(10);

  private static final Duration ZOOKEEPER_LIMIT = Duration.ofSeconds(15);

  private static final String SESSION_LOST =
      "the session with ZooKeeper was lost, and with it the right to write";

  private final GraphFile table;
  private final RunDirectory directory;
  private final WriterNumbers numbers;
  private final Clock clock;
  private final String name;
  private final AtomicBoolean lost;

  /** What was not released yet; a failure to begin, by an Error too, must leave nothing here. */
  private final Set<Writer.Hold> held = ConcurrentHashMap.newKeySet();

  /** What may send as a writer that was released. */
  private final List<Thread> sending = new CopyOnWriteArrayList<>();

  /**
   * The writers of a run directory.
   *
   * @param table what is written, as the run records it
   * @param numbers closed by {@link #giveBack}
   * @param name what the clients' names begin with
   * @param lost whether the session with ZooKeeper was lost, and with it the right to write
   */
  Writers(
      GraphFile table,
      RunDirectory directory,
      WriterNumbers numbers,
      Clock clock,
      String name,
      AtomicBoolean lost) {
    this.table = table;
    this.directory = directory;
    this.numbers = numbers;
    this.clock = clock;
    this.name = name;
    this.lost = lost;
  }

  /**
   * The writers of a run directory, with the numbers of a table's.
   *
   * @param stop is asked for if the session with ZooKeeper is lost
   */
  static Writers of(
      IngestTarget target, RunDirectory directory, Clock clock, String name, StopSignal stop) {
    AtomicBoolean lost = new AtomicBoolean();
    WriterNumbers numbers =
        WriterNumbers.open(
            target.connection().zookeepers(),
            target.connection().instanceId(),
            target.tableId(),
            ZOOKEEPER_LIMIT,
            () -> {
              lost.set(true);
              stop.ask(SESSION_LOST);
            });
    return new Writers(target.graphFile(), directory, numbers, clock, name, lost);
  }

  /**
   * Opens new writers.
   *
   * @throws UsageException if the table's graph has no room for so many more
   */
  List<Writer> create(int count) throws IOException {
    int allocated = numbers.allocated();
    if (allocated > table.spec().writers() - count) {
      throw full(allocated, count);
    }
    List<Integer> fresh = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = numbers.allocate(holder());
      if (number >= table.spec().writers()) {
        throw full(number, count - i);
      }
      fresh.add(number);
    }
    return open(fresh, (path, header) -> Ledger.create(directory.fileSystem(), path, header));
  }

  private UsageException full(int allocated, int count) {
    return new UsageException(
        "The graph of table %s has room for %d writers, %d are taken and %d more are asked for; carry on earlier ones with --resume, or make a table with a wider range of rows"
            .formatted(table.table(), table.spec().writers(), allocated, count));
  }

  /**
   * Continues every writer that has a ledger in the run directory.
   *
   * @throws UsageException if there is none, or one is still at work
   */
  List<Writer> resume() throws IOException {
    Set<Path> ledgers = new HashSet<>(directory.ledgers());
    List<Integer> known = new ArrayList<>();
    for (int number = 0; number < numbers.allocated() && !ledgers.isEmpty(); number++) {
      if (ledgers.remove(directory.ledger(number))) {
        known.add(number);
      }
    }
    if (!ledgers.isEmpty()) {
      throw new UsageException(
          ledgers.iterator().next() + " is no ledger of a writer of table " + table.table());
    } else if (known.isEmpty()) {
      throw new UsageException(directory.display() + " has no ledgers: there is nothing to resume");
    }
    return open(known, this::resume);
  }

  /**
   * Continues some of the writers that have a ledger in the run directory: the first that are
   * wanted and that no other process of the run has taken.
   *
   * @param wanted selects writers by their number and by what is acknowledged of them
   * @throws UsageException if there are not as many within the time until a dead process's are free
   */
  List<Writer> carryOn(int count, BiPredicate<Integer, Position> wanted) throws IOException {
    Set<Path> ledgers = new HashSet<>(directory.ledgers());
    List<Integer> found = new ArrayList<>();
    for (int number = 0; number < numbers.allocated(); number++) {
      if (ledgers.contains(directory.ledger(number)) && wanted.test(number, acknowledged(number))) {
        found.add(number);
      }
    }
    Map<Integer, Writer.Hold> taken = new LinkedHashMap<>();
    try {
      List<Integer> others = take(found, count, taken, Duration.ZERO);
      var unused = take(others, count, taken, HOLD_LIMIT);
      // The process that had it before may have reached the end of its block.
      for (int number : List.copyOf(taken.keySet())) {
        if (!wanted.test(number, acknowledged(number))) {
          taken.remove(number).close();
        }
      }
      if (taken.size() < count) {
        throw new UsageException(
            "%d clients are to update records, each those of a writer that has loaded a whole block, and %s has %d such writers, of which %d are free: load with as many ingest.clients, each with graph.depth × graph.flush.interval + graph.flush.interval − 1 entries (ingest.entries)"
                .formatted(count, directory.display(), found.size(), taken.size()));
      }
    } catch (Throwable e) {
      closeAll(taken.values(), e);
      throw e;
    }
    return open(taken, this::resume);
  }

  private Position acknowledged(int number) throws IOException {
    return LedgerReader.read(directory.fileSystem(), directory.ledger(number)).acknowledged();
  }

  /** Takes writers until there are enough; returns those that other processes hold. */
  private List<Integer> take(
      List<Integer> from, int count, Map<Integer, Writer.Hold> taken, Duration wait)
      throws IOException {
    long until = System.nanoTime() + wait.toNanos(); // which no change of the clock changes
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < from.size() && taken.size() < count; i++) {
      try {
        Duration left = Duration.ofNanos(Math.max(0, until - System.nanoTime()));
        taken.put(from.get(i), hold(from.get(i), claim(from.get(i)), left));
      } catch (UsageException e) { // another process has it
        others.add(from.get(i));
      }
    }
    return others;
  }

  private Ledger resume(Path path, LedgerHeader header) throws IOException {
    return Ledger.resume(
        directory.fileSystem(), path, header, clock.millis(), RunDirectory.LEASE_LIMIT);
  }

  private List<Writer> open(
      List<Integer> writers, FailableBiFunction<Path, LedgerHeader, Ledger, IOException> ledgers)
      throws IOException {
    Map<Integer, Writer.Hold> holds = new LinkedHashMap<>();
    try {
      for (int number : writers) {
        holds.put(number, hold(number, claim(number), HOLD_LIMIT));
      }
    } catch (Throwable e) {
      closeAll(holds.values(), e);
      throw e;
    }
    return open(holds, ledgers);
  }

  /** Opens writers whose numbers are held, so that no other process writes their ledgers. */
  private List<Writer> open(
      Map<Integer, Writer.Hold> holds,
      FailableBiFunction<Path, LedgerHeader, Ledger, IOException> ledgers)
      throws IOException {
    Deque<Closeable> opened = new ArrayDeque<>(holds.values());
    Graph graph = new Graph(table.spec());
    List<Writer> open = new ArrayList<>();
    try {
      for (int number : holds.keySet()) {
        String uuid = graph.uuid(number);
        Ledger ledger = ledgers.apply(directory.ledger(number), header(number, uuid));
        opened.push(ledger);
        open.add(
            new Writer(ClientName.writer(name, number), number, uuid, ledger, holds.get(number)));
      }
      // After all that may fail or take long: a process that dies before owes nothing.
      for (int number : holds.keySet()) {
        numbers.begun(number);
      }
      return open;
    } catch (Throwable e) {
      closeAll(opened, e);
      throw e;
    }
  }

  /**
   * A process that hung for longer than its session has lost its number, but not the ledger: when
   * it goes on, it may still append what it was about to. HDFS ends that with its lease.
   */
  private Claim claim(int number) throws IOException {
    return Claim.of(directory, directory.ledger(number))
        .orElseThrow(
            () ->
                new UsageException(
                    "Another process of this machine has the ledger "
                        + directory.display(directory.ledger(number))
                        + " open: stop that process first, or start new writers instead of"
                        + " resuming"));
  }

  private Writer.Hold hold(int number, Claim claim, Duration wait) throws IOException {
    Closeable taken;
    try {
      taken = numbers.hold(number, holder(), wait);
    } catch (Throwable e) {
      closeAll(List.of(claim), e);
      throw e;
    }
    Writer.Hold hold =
        new Writer.Hold() {
          @Override
          public void ended(Position at) throws IOException {
            try {
              numbers.ended(number, at);
            } finally {
              if (!lost.get()) { // else the number is free, and the ledger not while it may send
                claim.close();
              }
            }
          }

          @Override
          public void release(List<Thread> still) throws IOException {
            sending.addAll(still);
            held.remove(this);
            Writer.Hold.super.release(still);
          }

          @Override
          public void close() throws IOException {
            held.remove(this);
            try (claim) {
              taken.close();
            }
          }
        };
    held.add(hold);
    return hold;
  }

  /** Why the right to write was lost; empty if it was not. */
  Optional<String> sessionLost() {
    return lost.get() ? Optional.of(SESSION_LOST) : Optional.empty();
  }

  /**
   * Releases the numbers: each is free only once nothing can be sent any more as the writer that
   * had it.
   *
   * @param notes receives a line if they stay taken
   */
  void giveBack(Consumer<String> notes) {
    if (!held.isEmpty()) {
      notes.accept("some writers did not stop; their numbers stay taken until this process ends");
    } else if (sending.stream().noneMatch(Thread::isAlive)) {
      numbers.close();
    } else {
      notes.accept("batch writers are still sending; their writers' numbers stay taken meanwhile");
      Threads.daemons("give-numbers-back").newThread(this::closeAfterwards).start();
    }
  }

  private void closeAfterwards() {
    try {
      for (Thread thread : sending) {
        thread.join();
      }
      numbers.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // No code does so; the session ends with the process.
    }
  }

  /** Closes writers that have not begun. */
  static void abort(List<Writer> writers, Throwable failure) {
    List<Closeable> opened = new ArrayList<>();
    writers.forEach(each -> opened.addAll(List.of(each.ledger(), each.hold())));
    closeAll(opened, failure);
  }

  static void closeAll(Iterable<? extends Closeable> opened, Throwable failure) {
    for (Closeable each : opened) {
      try {
        each.close();
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
  }

  private LedgerHeader header(int number, String uuid) {
    return new LedgerHeader(
        table.instanceId(),
        table.tableId(),
        table.spec().fingerprint(),
        number,
        UUID.fromString(uuid));
  }

  private Holder holder() {
    return Holder.here(directory.display(), clock);
  }
}
