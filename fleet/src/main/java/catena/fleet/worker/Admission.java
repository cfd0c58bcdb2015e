// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.fleet.worker.FleetWorker.WorkerSetup;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.IntStream;

/** Decides whether a process may take part in a run, and as which worker; reports why not. */
record Admission(WorkerSetup setup) {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int CLOCK_TRIES = 4;

  /**
   * Joins.
   *
   * @throws UsageException if it may not join, with the reason and what to do
   * @throws InterruptedException if a stop was requested while it waited
   */
  Member join() throws IOException, InterruptedException {
    Specification run = agreed();
    checkOpen();
    int slot = setup.slot().orElse(0);
    await(setup.limits().joinEach().multipliedBy(slot));
    ClockOffset clock = setup.nodes().clock(setup.clock(), CLOCK_TRIES);
    Optional<String> off = clock.beyond(setup.limits().clock(), setup.host());
    if (off.isPresent()) {
      throw new UsageException(
          "The %s: set it (NTP); ledgers and latencies of several hosts could not be put in order"
              .formatted(off.get()));
    }
    return joinAs(run, clock);
  }

  private void await(Duration time) throws InterruptedException {
    if (setup.stop().await(time)) {
      throw new InterruptedException(setup.stop().reason().orElse("stopped"));
    }
  }

  /** Waits for the coordinator's specification of the run, and checks that this process agrees. */
  private Specification agreed() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + setup.limits().join().toNanos();
    Optional<Specification> run = setup.nodes().specification();
    while (run.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new UsageException(
            "No coordinator works on the run %s, and none came within %s: it is over, or begin it with bin/catena run SCENARIO --workers N --run-dir %s"
                .formatted(
                    setup.mine().run(), Amounts.span(setup.limits().join()), setup.mine().run()));
      }
      await(POLL);
      run = setup.nodes().specification();
    }
    check(run.get());
    return run.get();
  }

  private void check(Specification run) {
    Specification mine = setup.mine();
    if (!run.version().equals(mine.version())) {
      throw new UsageException(
          "This is Catena %s, and the run is of %s: install the same version on %s"
              .formatted(mine.version(), run.version(), setup.host()));
    }
    if (!run.sha256().equals(mine.sha256())) {
      throw new UsageException(
          "The run directory %s holds another description (SHA-256 %s) than the coordinator's %s (%s): name the coordinator's run directory, by the path or URI that the coordinator has"
              .formatted(mine.run(), brief(mine.sha256()), run.run(), brief(run.sha256())));
    }
    int slot = setup.slot().orElse(0);
    if (slot >= run.workers()) {
      throw new UsageException(
          "The run has %d workers, 0 to %d: worker %d is one too many"
              .formatted(run.workers(), run.workers() - 1, slot));
    }
  }

  private static String brief(String sha256) {
    return sha256.substring(0, Math.min(12, sha256.length()));
  }

  /** Refuses a worker that comes when there is nothing more to do. */
  private void checkOpen() throws IOException {
    Order order = setup.nodes().order();
    if (order.isLast()) {
      throw new UsageException(
          "The run %s has nothing more to do for a worker: %s"
              .formatted(
                  setup.mine().run(),
                  order.state() == Order.State.STOP
                      ? "it was stopped, " + order.reason()
                      : "its last phase with workers is over"));
    }
  }

  private Member joinAs(Specification run, ClockOffset clock)
      throws IOException, InterruptedException {
    long from = System.nanoTime();
    while (true) {
      NavigableMap<Integer, Member> there = setup.nodes().members().asked();
      Optional<WorkerId> mine = place(run, there);
      if (mine.isPresent()) {
        Member me = new Member(mine.get(), setup.host(), ProcessHandle.current().pid(), clock);
        if (setup.nodes().members().say(me)) {
          return me;
        }
      } else if (setup.slot().isEmpty()) {
        throw new UsageException(
            "All %d workers of the run %s are there already: one more is one too many"
                .formatted(run.workers(), run.run()));
      } else {
        awaitHolder(there.get(setup.slot().getAsInt()), Duration.ofNanos(System.nanoTime() - from));
      }
      await(POLL);
    }
  }

  /**
   * The worker that has the slot may be dead, or may have been given up and not know that yet. Then
   * this process waits for as long as its end may take, since the slot may become free.
   */
  private void awaitHolder(Member holder, Duration since) throws IOException {
    boolean ends = setup.nodes().order().isGone(holder.worker());
    Duration untilGone = setup.nodes().untilGone();
    if (ends && since.compareTo(untilGone.plus(setup.limits().endOfGivenUp())) > 0) {
      throw new IOException(
          "%s was given up and has not ended yet: its place is not free"
              .formatted(holder.inWords()));
    }
    if (!ends && since.compareTo(untilGone) > 0) {
      throw new UsageException(
          "%s is there already: stop that process first, or leave --slot out"
              .formatted(holder.inWords()));
    }
  }

  /** The slot and attempt to take now; empty while no slot is free. */
  private Optional<WorkerId> place(Specification run, NavigableMap<Integer, Member> there)
      throws IOException {
    Optional<Integer> slot =
        IntStream.range(0, run.workers())
            .filter(each -> setup.slot().isEmpty() || setup.slot().getAsInt() == each)
            .filter(each -> !there.containsKey(each))
            .boxed()
            .findFirst();
    if (slot.isEmpty()) {
      return Optional.empty();
    }
    Order order = setup.nodes().order();
    WorkerId mine =
        new WorkerId(
            slot.get(),
            setup.attempt().isPresent() ? setup.attempt().getAsInt() : next(slot.get(), order));
    if (order.isGone(mine)) {
      throw new UsageException(
          "The run has given %s up, and goes on without it; a successor has a higher --attempt, or none"
              .formatted(mine.inWords()));
    }
    return Optional.of(mine);
  }

  /** After those that were given up, and one that died a moment ago and is not given up yet. */
  private int next(int slot, Order order) throws IOException {
    return 1
        + WorkerId.known(setup.directory()).stream()
            .filter(each -> each.slot() == slot)
            .mapToInt(WorkerId::attempt)
            .reduce(order.gone().getOrDefault(slot, 0), Math::max);
  }
}
