// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseCall.SlotShare;
import catena.records.fleet.ShareOutcome;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * One phase of the workers, as its coordinator goes through it: PREPARE, until all are ready; GO at
 * a time, until all shares with their own end are over; END, until the others are done.
 */
public final class PhaseRun {
  private static final Duration ENDLESS = Duration.ofMillis(Long.MAX_VALUE / 2_000_000);

  /**
   * A phase that the workers are to do.
   *
   * @param index of the phase in the scenario, from 0
   * @param words the phase in a word or a few
   * @param lasts how long after its beginning the phase is over, if all shares with their own end
   *     end by time
   * @param shares what each slot has to do; when all shares with their own end are over, the others
   *     are asked to end
   */
  public record PhaseCall(
      int index, String words, Optional<Duration> lasts, List<SlotShare> shares) {
    /**
     * What one slot has to do.
     *
     * @param bounded whether that has its own end
     * @param parts the names of its parts
     * @param reads which of those read: what such a part is reading when its process dies is not
     *     judged
     */
    public record SlotShare(boolean bounded, List<String> parts, List<String> reads) {
      private static final SlotShare NONE = new SlotShare(false, List.of(), List.of());
    }

    /** Copies the list. */
    public PhaseCall {
      shares = List.copyOf(shares);
    }

    SlotShare share(int slot) {
      return slot < shares.size() ? shares.get(slot) : SlotShare.NONE;
    }
  }

  /**
   * The outcome of a phase of the workers.
   *
   * @param parts the outcomes of all workers together, by the part's name within the scenario
   * @param fleet the outcome of the workers themselves
   * @param skew of the workers' beginnings
   * @param took the workers that took part to the end
   * @param lost the workers that did not
   */
  public record PhaseResult(
      Map<String, PartOutcome> parts,
      PartOutcome fleet,
      Skew skew,
      NavigableSet<WorkerId> took,
      NavigableSet<WorkerId> lost) {
    /**
     * How late the workers of a phase began after the ordered time, in milliseconds.
     *
     * @param workers how many reported it
     * @param p99 of them; the greatest of fewer than a hundred
     * @param clock the worst of their hosts' clocks: how far times of different hosts can be
     *     compared
     */
    public record Skew(
        int workers, double p50, double p99, double max, Optional<ShareOutcome.ClockSeen> clock) {
      /** Computes it from what the workers reported. */
      public static Skew of(
          Collection<Double> lateMillis, Collection<ShareOutcome.ClockSeen> clocks) {
        Optional<ShareOutcome.ClockSeen> worst =
            clocks.stream().reduce(ShareOutcome.ClockSeen::worst);
        if (lateMillis.isEmpty()) {
          return new Skew(0, 0, 0, 0, worst);
        }
        double[] sorted = lateMillis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Skew(sorted.length, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1), worst);
      }

      private static double at(double[] sorted, double quantile) {
        return sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
      }

      /**
       * {@code 3 workers began 2.1 ms (p50), 8.0 ms (p99), 8.0 ms (max) after the named time;
       * clocks of hosts were up to 3.0 ms from ZooKeeper's, …}.
       */
      public String inWords() {
        return String.format(
                Locale.ROOT,
                "%d %s began %.1f ms (p50), %.1f ms (p99), %.1f ms (max) after the named time",
                workers,
                workers == 1 ? "worker" : "workers",
                tenths(p50),
                tenths(p99),
                tenths(max))
            + clock.map(Skew::inWords).orElse("");
      }

      private static String inWords(ShareOutcome.ClockSeen clock) {
        return String.format(
            Locale.ROOT,
            "; clocks of hosts were up to %.1f ms from ZooKeeper's, and had moved by up to %.1f ms:"
                + " times of different hosts differ by so much",
            tenths(clock.off()),
            tenths(clock.moved()));
      }

      /** Rounded before it is printed, so that a value of almost zero has no sign. */
      private static double tenths(double millis) {
        return Math.round(10 * millis) / 10.0;
      }
    }
  }

  private final FleetTerms terms;
  private final Leadership lead;
  private final Supervisor supervisor;
  private final Roster roster;
  private final PhaseCall call;
  private final StopSignal stop;

  /** The order before the phase: workers that it has given up take no part in the phase. */
  private Order before = Order.NONE;

  private ClockOffset clock;

  /**
   * A phase that has not begun.
   *
   * @param stop asks for its end, and notifies the loop of that
   */
  PhaseRun(FleetTerms terms, Supervisor supervisor, PhaseCall call, StopSignal stop) {
    this.terms = terms;
    this.lead = supervisor.lead;
    this.supervisor = supervisor;
    this.roster = supervisor.roster;
    this.call = call;
    this.stop = stop;
  }

  /**
   * Goes through the phase.
   *
   * @param underWay whether an earlier coordinator has begun it
   * @param results combines the outcomes of the shares
   */
  PhaseResult perform(boolean underWay, ShareResults results)
      throws IOException, InterruptedException {
    if (!underWay) {
      before = lead.order();
      lead.give(order -> order.prepare(call.index(), call.words()));
    }
    lead.insist(
        () -> {
          roster.inPhase(lead.order().generation());
          askClock();
        });
    NavigableSet<WorkerId> began = lead.order().state() == Order.State.PREPARE ? go() : begun();
    if (lead.order().state() != Order.State.PREPARE) { // else no worker was ready, and none goes
      awaitEnd(began);
    }
    end();
    NavigableSet<WorkerId> took = lead.loop.ask(roster::done);
    // Including successors that were lost in turn.
    NavigableSet<WorkerId> all = lead.loop.ask(roster::ready);
    PhaseResult result = results.of(lead.order().generation(), call, all, took, unheard(all));
    if (result.skew().workers() > 0) {
      lead.note(call.words() + ": " + result.skew().inWords());
    }
    return result;
  }

  /** In each phase, as workers do: this host sets the time, and fault events have its times. */
  private void askClock() throws IOException {
    clock = lead.clock();
    clock
        .beyond(terms.limits().clock(), terms.me().host() + ", which coordinates,")
        .ifPresent(off -> lead.hold("the " + off));
  }

  /** The clock of ZooKeeper's leader. */
  private long now() {
    return Math.round(clock.now(terms.clock()));
  }

  /** A limit for each worker's step, plus the time over which workers spread their writes. */
  private Duration forAll(Duration limit) {
    return limit.plus(terms.limits().markEach().multipliedBy(terms.run().workers()));
  }

  /** Waits until all are ready, and sets the time; returns the workers that are ready then. */
  private NavigableSet<WorkerId> go() throws IOException, InterruptedException {
    Duration limit = forAll(terms.limits().ready());
    if (!lead.loop.await(limit, () -> roster.unready().isEmpty() || stop.asked())) {
      supervisor.lose(
          roster::unready,
          "it was not ready within " + Amounts.span(limit) + " (fleet.answer.limit)");
    }
    NavigableSet<WorkerId> began = lead.loop.ask(roster::ready);
    if (!stop.asked() && !began.isEmpty()) {
      long at = now() + terms.limits().lead().toMillis();
      lead.give(order -> order.go(at, call.lasts(), clock.epoch()));
    }
    return began;
  }

  /** Returns the workers that are ready, if an earlier coordinator has set the time. */
  private NavigableSet<WorkerId> begun() throws IOException, InterruptedException {
    supervisor.seeAll();
    return lead.loop.ask(roster::ready);
  }

  /** Who ends by time does so by itself, and settles its rows then: only what does not is ended. */
  private void awaitEnd(NavigableSet<WorkerId> began) throws IOException, InterruptedException {
    boolean ends = call.shares().stream().anyMatch(SlotShare::bounded);
    long endAt = lead.order().endAtMillis();
    boolean unused =
        lead.loop.await(
            endAt > 0 ? Duration.ofMillis(endAt - now()).plus(terms.limits().end()) : ENDLESS,
            () ->
                stop.asked()
                    || (roster.isOver() && !isSuccessorDue())
                    || roster.isBoundedOver(
                        slot -> call.share(slot).bounded(),
                        began,
                        () -> ends && !supervisor.isDue()));
  }

  /** Whether all workers died in the phase, and successors may come to complete it. */
  private boolean isSuccessorDue() {
    return roster.done().isEmpty() && supervisor.isDue();
  }

  /** Ends the shares without an end of their own, and waits until all ready workers are done. */
  private void end() throws IOException, InterruptedException {
    String why = stop.reason().orElse("the phase is over");
    lead.give(order -> order.in(Order.State.END, why));
    supervisor.seeAll();
    Duration limit = forAll(terms.limits().end());
    if (!lead.loop.await(limit, roster::isOver)) {
      supervisor.lose(
          roster::atWork, "it did not end within " + Amounts.span(limit) + " (fleet.answer.limit)");
    }
  }

  /** The workers that may have begun, but lost their sessions before they were seen ready. */
  private NavigableSet<WorkerId> unheard(NavigableSet<WorkerId> heard)
      throws IOException, InterruptedException {
    NavigableSet<WorkerId> unheard = WorkerId.known(terms.directory());
    unheard.removeAll(heard);
    unheard.removeAll(lead.loop.ask(roster::alive)); // these were visible when all had to end
    unheard.removeIf(before::isGone);
    return unheard;
  }
}
