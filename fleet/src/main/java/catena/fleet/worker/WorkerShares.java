// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.ClientAssignment;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.fleet.worker.WorkerPhase.Shares;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunContext;
import catena.harness.engine.ParallelPhase;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.ClientName;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import com.google.common.io.Closer;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a worker has to do in each phase of a scenario: its share of the parts with clients.
 *
 * @param run what its parts work with, except for their names
 * @param doubts about what has not been recorded so far, which makes each share doubtful; a
 *     sentence each
 */
public record WorkerShares(
    Scenario scenario,
    PhaseSettings settings,
    ClientAssignment deal,
    RunContext run,
    Supplier<List<String>> doubts)
    implements Shares {
  @Override
  public Share prepare(Order order, Duration since, WorkerId me) throws Exception {
    Map<String, ParallelPhase.PhaseMember> members = new LinkedHashMap<>();
    Map<String, PartOutcome> over = new LinkedHashMap<>();
    Closer works = Closer.create();
    try {
      for (Part part : scenario.phases().get(order.phase()).parts()) {
        Optional<Settings> share = deal.share(settings, part, me.slot());
        Optional<Settings> left = share.flatMap(own -> settings.left(part, own, since));
        if (left.isPresent()) {
          members.put(part.name(), member(part, left.get(), me, works));
        } else if (share.isPresent()) {
          over.put(part.name(), tooLate(part, me));
        }
      }
    } catch (Exception e) {
      works.close();
      throw e;
    }
    return new Share() {
      @Override
      public Map<String, PartOutcome> perform(StopSignal stop) throws Exception {
        return done(members, over, me, stop);
      }

      @Override
      public void close() throws IOException {
        works.close();
      }
    };
  }

  /** What its predecessor wrote is in ledgers; what that one was about to reread is not. */
  private static PartOutcome tooLate(Part part, WorkerId me) {
    String words = "%s: its time was over when %s came".formatted(part.name(), me.inWords());
    return part.activity().description().is(Trait.READS)
        ? PartOutcome.doubt(words + ", and the rows that it was to read again are not judged")
        : PartOutcome.fact(words);
  }

  /** A part that can be done as specified. */
  private ParallelPhase.PhaseMember member(Part part, Settings own, WorkerId me, Closer works)
      throws Exception {
    String name = ClientName.ofWorker(part.name(), me.slot(), me.attempt());
    PreparedPart work = works.register(PreparedPart.of(part.activity(), own, run.site()));
    return new ParallelPhase.PhaseMember(
        name,
        part.activity().forecast(own).endless(),
        signal -> work.perform(run.of(name, run.site(), signal)));
  }

  /** Does the parts of one phase, which are given by their names. */
  private Map<String, PartOutcome> done(
      Map<String, ParallelPhase.PhaseMember> members,
      Map<String, PartOutcome> over,
      WorkerId me,
      StopSignal stop)
      throws Exception {
    Iterator<PartOutcome> came =
        ParallelPhase.perform(List.copyOf(members.values()), stop).iterator();
    Map<String, PartOutcome> byName = new LinkedHashMap<>(over);
    members.keySet().forEach(name -> byName.put(name, came.next()));
    for (String doubt : doubts.get()) {
      PartOutcome mine = PartOutcome.doubt(me.inWords() + ": " + doubt);
      byName.merge(ShareOutcome.WHOLE, mine, PartOutcome::and);
    }
    return byName;
  }
}
