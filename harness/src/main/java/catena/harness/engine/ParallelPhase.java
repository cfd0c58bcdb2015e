// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.client.Client;
import catena.harness.client.ClientRunner;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * Several parts of a phase at the same time: when all that end by themselves have ended, those that
 * would go on for ever are asked to stop.
 */
public final class ParallelPhase {
  /** How long the others may take to end when one has ended in an error of the JVM. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  private ParallelPhase() {}

  /**
   * One part, ready to go.
   *
   * @param name for its thread and for messages
   * @param endless whether it goes on until it is asked to stop
   * @param act works to its end, or until it is asked to stop
   */
  public record PhaseMember(
      String name, boolean endless, FailableFunction<StopSignal, PartOutcome, Exception> act) {}

  /**
   * Runs all of them.
   *
   * @param stop asks all of them to end
   * @return the outcome of each, in their order; a part that failed is a doubt and ends the others
   * @throws Exception if the runner itself fails
   */
  public static List<PartOutcome> perform(List<PhaseMember> members, StopSignal stop)
      throws Exception {
    StopSignal all = stop.child();
    int bounded = (int) members.stream().filter(member -> !member.endless()).count();
    AtomicInteger leading = new AtomicInteger(bounded);
    List<Player> players = new ArrayList<>();
    for (PhaseMember member : members) {
      players.add(new Player(member, all, leading));
    }
    // Not the members' signal: a member that is asked to stop before its thread runs still begins,
    // and then ends itself, each within its own limits.
    new ClientRunner(new StopSignal(), GRACE).run(players, Optional.empty());
    return players.stream().map(player -> player.outcome).toList();
  }

  private static final class Player implements Client {
    private final PhaseMember member;
    private final StopSignal all;
    private final AtomicInteger leading;
    private PartOutcome outcome = PartOutcome.doubt("a part of the phase never began");

    Player(PhaseMember member, StopSignal all, AtomicInteger leading) {
      this.member = member;
      this.all = all;
      this.leading = leading;
    }

    @Override
    public String name() {
      return member.name();
    }

    @Override
    public boolean step() {
      try {
        outcome = member.act().apply(all);
      } catch (Exception e) { // one part's failure is a doubt about the run, not its end
        outcome = PartOutcome.doubt(member.name() + " failed: " + Reasons.of(e));
        all.ask(member.name() + " failed");
      }
      if (!member.endless() && leading.decrementAndGet() == 0) {
        all.ask("the phase is over");
      }
      return false;
    }

    @Override
    public void close() {
      // it holds nothing
    }
  }
}
