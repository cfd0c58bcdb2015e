// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.ClientAssignment;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunContext;
import catena.harness.engine.ParallelPhase;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.records.journal.ClientName;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a worker has to do in each phase of a scenario: its share of the parts with clients.
 *
 * @param run what its parts work with, except for their names
 * @param doubts about what has not been recorded so far, which makes each share doubtful
 */
public record WorkerShares(
    Scenario scenario,
    PhaseSettings settings,
    ClientAssignment deal,
    RunContext run,
    Supplier<List<PartOutcome>> doubts)
    implements Shares {
  /** A part that can be done as specified. */
  private record Prepared(Part part, String name, Settings own, PreparedPart work) {}

  @Override
  public Share prepare(Order order, Duration since, WorkerId me) throws Exception {
    List<Prepared> prepared = new ArrayList<>();
    Map<String, PartOutcome> over = new LinkedHashMap<>();
    try {
      for (Part part : scenario.phases().get(order.phase()).parts()) {
        Optional<Settings> share = deal.share(settings, part, me.slot());
        Optional<Settings> left = share.flatMap(own -> settings.left(part, own, since));
        if (left.isPresent()) {
          prepared.add(prepare(part, left.get(), me));
        } else if (share.isPresent()) {
          over.put(part.name(), tooLate(part, me));
        }
      }
    } catch (Exception e) {
      closeAll(prepared);
      throw e;
    }
    return new Prepareds(this, prepared, over, me);
  }

  /** What its predecessor wrote is in ledgers; what that one was about to reread is not. */
  private static PartOutcome tooLate(Part part, WorkerId me) {
    String words = "%s: its time was over when %s came".formatted(part.name(), me.inWords());
    return part.activity().description().is(Trait.READS)
        ? PartOutcome.doubt(words + ", and the rows that it was to read again are not judged")
        : PartOutcome.fact(words);
  }

  private Prepared prepare(Part part, Settings own, WorkerId me) throws Exception {
    String name = ClientName.ofWorker(part.name(), me.slot(), me.attempt());
    return new Prepared(part, name, own, PreparedPart.of(part.activity(), own, run.site()));
  }

  private static void closeAll(List<Prepared> all) throws IOException {
    for (Prepared each : all) {
      each.work().close();
    }
  }

  /** The parts of one phase. */
  private record Prepareds(
      WorkerShares of, List<Prepared> parts, Map<String, PartOutcome> over, WorkerId me)
      implements Share {
    @Override
    public Map<String, PartOutcome> perform(StopSignal stop) throws Exception {
      List<ParallelPhase.PhaseMember> members = new ArrayList<>();
      for (Prepared each : parts) {
        members.add(
            new ParallelPhase.PhaseMember(
                each.name(),
                each.part().activity().forecast(each.own()).endless(),
                signal -> each.work().perform(of.run.of(each.name(), of.run.site(), signal))));
      }
      List<PartOutcome> came = ParallelPhase.perform(members, stop);
      Map<String, PartOutcome> byName = new LinkedHashMap<>(over);
      for (int i = 0; i < parts.size(); i++) {
        byName.put(parts.get(i).part().name(), came.get(i));
      }
      for (PartOutcome doubt : of.doubts.get()) {
        for (String reason : doubt.reasons()) {
          PartOutcome mine = PartOutcome.doubt(me.inWords() + ": " + reason);
          byName.merge(WorkerPhase.WHOLE, mine, PartOutcome::and);
        }
      }
      return byName;
    }

    @Override
    public void close() throws IOException {
      closeAll(parts);
    }
  }
}
