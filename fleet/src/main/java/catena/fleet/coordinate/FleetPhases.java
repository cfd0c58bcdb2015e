// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.ClientAssignment;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseCall.SlotShare;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.RunContext;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.engine.ParallelPhase;
import catena.harness.engine.ParallelPhase.PhaseMember;
import catena.harness.engine.PhasePerformer;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.fleet.FleetProgress;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The phases of a run with workers, which do the parts that have clients; this process coordinates
 * them, and does the other parts concurrently. A part with its own end ends those without one, on
 * whichever side it is.
 */
public final class FleetPhases extends PhasePerformer {
  private static final Logger LOG = LogManager.getLogger(FleetPhases.class);

  private final Scenario scenario;
  private final PhaseSettings settings;
  private FleetPlan plan;
  private final FleetFigures figures;
  private final Path clientProperties;
  private final boolean ownCluster;

  /** That of the workers, while phases are performed that may need them. */
  private volatile Optional<Coordinator> coordinator = Optional.empty();

  /** The whole run, once it has begun. */
  private RunContext run;

  /** Whether no other process can coordinate the run, and need its cluster. */
  private boolean alone;

  /**
   * Phases that have not begun.
   *
   * @param figures of the workers' work, read from their journals
   * @param ownCluster whether the run is to stop the cluster, whichever process ends it
   */
  public FleetPhases(
      Scenario scenario,
      PhaseSettings settings,
      FleetPlan plan,
      FleetFigures figures,
      Path clientProperties,
      boolean ownCluster) {
    super(settings, Optional.empty());
    this.scenario = scenario;
    this.settings = settings;
    this.plan = plan;
    this.figures = figures;
    this.clientProperties = clientProperties;
    this.ownCluster = ownCluster;
    this.alone = plan.before().isEmpty();
  }

  /** Whether workers do a part. */
  public static boolean isTheirs(Part part) {
    return part.activity().description().clients().isPresent();
  }

  /** Whether workers do some part of a phase. */
  public static boolean isShared(Phase phase) {
    return phase.parts().stream().anyMatch(FleetPhases::isTheirs);
  }

  /** The figures of the workers' work, read from their journals. */
  public FleetFigures figures() {
    return figures;
  }

  @Override
  public List<FleetProgress.Done> performedBefore() {
    return plan.before().map(FleetProgress::phases).orElse(List.of());
  }

  @Override
  public void begin(RunContext run) throws Exception {
    int last = performedBefore().size() - 1;
    boolean ahead = hasWorkAfter(last);
    this.run = run;
    alone = false;
    if (plan.before().isPresent()) { // what workers found before the listeners were at work
      figures.readAgain(run.directory());
    }
    try {
      if (plan.before().isEmpty()) {
        int tservers = run.connection().client().instanceOperations().getTabletServers().size();
        String properties = clientProperties.toAbsolutePath().toString();
        plan = plan.at(properties, ownCluster, Math.max(1, tservers));
        plan.file().writeTo(run.directory());
      }
      coordinator =
          Optional.of(FleetWorkers.coordinate(plan, run, settings.whole(), figures, ahead));
    } catch (IOException | InterruptedException | RuntimeException e) {
      // It gave all of it back, unless it could not, or another process has it or may take it.
      alone =
          !(e instanceof OrdersTakenException)
              && e.getSuppressed().length == 0
              && (plan.before().isEmpty() || isOver(run.directory()));
      throw e;
    }
    releaseAfter(last);
  }

  private static boolean isOver(RunDirectory directory) {
    try {
      return !PendingVerdict.isRunAtWork(directory);
    } catch (IOException e) {
      return false;
    }
  }

  private Coordinator coordinator() {
    return coordinator.orElseThrow();
  }

  @Override
  protected PartOutcome guarded(
      StopSignal stop, FailableFunction<StopSignal, PartOutcome, Exception> part) throws Exception {
    return coordinator().lead().own(stop, part);
  }

  @Override
  public List<PartOutcome> perform(Phase phase, int index, RunContext run) throws Exception {
    if (!isShared(phase)) {
      return super.perform(phase, index, run);
    }
    List<Part> shared = phase.parts().stream().filter(FleetPhases::isTheirs).toList();
    List<Part> own = phase.parts().stream().filter(part -> !isTheirs(part)).toList();
    if (index == 0) {
      checkGraph(shared, run); // nothing is written: the run ends
    }
    boolean endless =
        shared.stream().allMatch(part -> part.activity().forecast(settings.of(part)).endless());
    AtomicReference<Map<String, PartOutcome>> theirs = new AtomicReference<>(Map.of());
    List<PhaseMember> members = new ArrayList<>();
    members.add(
        new PhaseMember(
            "workers",
            endless,
            stop -> {
              PhaseResult result =
                  shared(phase, index, shared, run.of(run.name(), run.site(), stop));
              theirs.set(result.parts());
              return result.fleet();
            }));
    Duration since = coordinator().since(index);
    for (Part part : own) {
      Settings its = settings.of(part);
      members.add(
          settings
              .left(part, its, since)
              .map(left -> member(part, left, run))
              .orElseGet(
                  () ->
                      new PhaseMember(
                          part.name(),
                          part.activity().forecast(its).endless(),
                          stop -> tooLate(part))));
    }
    List<PartOutcome> came = ParallelPhase.perform(members, run.stop());
    List<PartOutcome> all = inOrder(phase, theirs.get(), came.subList(1, came.size()));
    all.add(came.get(0));
    return all;
  }

  private static PartOutcome tooLate(Part part) {
    return PartOutcome.doubt(
        "%s: its time was over when the run was taken over, and its result is not known"
            .formatted(part.name()));
  }

  /**
   * The outcome of each part of a phase, in their order.
   *
   * @param theirs of the workers, by the name of the part
   * @param own of the coordinator, in the order of its parts
   */
  public static List<PartOutcome> inOrder(
      Phase phase, Map<String, PartOutcome> theirs, List<PartOutcome> own) {
    Iterator<PartOutcome> next = own.iterator();
    List<PartOutcome> parts = new ArrayList<>();
    for (Part part : phase.parts()) {
      PartOutcome none = PartOutcome.doubt(part.name() + ": no worker completed its share");
      parts.add(isTheirs(part) ? theirs.getOrDefault(part.name(), none) : next.next());
    }
    return parts;
  }

  /** Workers that begin at the same time could each give the table a different graph. */
  private void checkGraph(List<Part> shared, RunContext run) throws AccumuloException {
    for (Part part : shared) {
      String table = settings.of(part).get(TableName.SETTING);
      if (part.activity().description().effect() == Effect.WRITES
          && TableGraph.load(run.connection().client(), table).isEmpty()) {
        throw new UsageException(
            "Table %s has no graph yet, and workers cannot each give it one: let createtable come before %s"
                .formatted(table, part.name()));
      }
    }
  }

  /** Has the workers do their parts. */
  private PhaseResult shared(Phase phase, int index, List<Part> parts, RunContext run)
      throws Exception {
    checkGraph(parts, run);
    List<SlotShare> shares =
        IntStream.range(0, plan.file().workers()).mapToObj(slot -> share(parts, slot)).toList();
    PhaseCall call = new PhaseCall(index, phase.words(), lasts(parts), shares);
    Progress shown = Progress.start(run.terminal(), progress(call, parts));
    try (shown) {
      PhaseResult result = coordinator().perform(call, run.stop());
      hearAll();
      return result;
    }
  }

  /** What one worker has to do in a phase. */
  private SlotShare share(List<Part> parts, int slot) {
    ClientAssignment deal = new ClientAssignment(plan.file().workers(), plan.file().tservers());
    boolean bounded = false;
    List<String> names = new ArrayList<>();
    List<String> reads = new ArrayList<>();
    for (Part part : parts) {
      Optional<Settings> share = deal.share(settings, part, slot);
      if (share.isPresent()) {
        bounded |= !part.activity().forecast(share.get()).endless();
        names.add(part.name());
        if (part.activity().description().is(Trait.READS)) {
          reads.add(part.name());
        }
      }
    }
    return new SlotShare(bounded, names, reads);
  }

  private ProgressTask progress(PhaseCall call, List<Part> parts) {
    String words =
        "%s (%d/%d workers)"
            .formatted(call.words(), coordinator().present(), plan.file().workers());
    boolean writes =
        parts.stream().anyMatch(part -> part.activity().description().effect() == Effect.WRITES);
    long entries = figures.entries();
    long operations = figures.operations();
    return writes
        ? ProgressTask.of(words, "entries", () -> figures.entries() - entries)
            .answeredBy(ProgressTask.Replies.of("no acknowledgement", figures::acknowledged))
            .timedAs(() -> Optional.of("flush"))
        : ProgressTask.of(words, "operations", () -> figures.operations() - operations);
  }

  /** Reads the journals, so that a phase's last line reports all of it, however short it was. */
  private void hearAll() {
    try {
      run.follower().poll();
    } catch (IOException | RuntimeException e) { // which costs no outcome
      LOG.warn("not all that workers did can be reported now", e);
    }
  }

  /** The longest of the parts with their own end; empty if one of them does not end by time. */
  private Optional<Duration> lasts(List<Part> parts) {
    Duration longest = Duration.ZERO;
    for (Part part : parts) {
      Settings own = settings.of(part);
      if (!part.activity().forecast(own).endless()) {
        Optional<Duration> lasts = PhaseSettings.lasts(part, own);
        if (lasts.isEmpty()) {
          return Optional.empty();
        }
        longest = longest.compareTo(lasts.get()) > 0 ? longest : lasts.get();
      }
    }
    return Optional.of(longest).filter(span -> !span.isZero());
  }

  @Override
  public void hold(String why) {
    coordinator.ifPresent(its -> its.lead().hold(why));
  }

  @Override
  public void over(int index, FleetProgress.Done phase, List<String> doubts) throws Exception {
    Leadership lead = coordinator().lead();
    doubts.forEach(lead::doubt);
    phase.writeTo(run.directory(), index, lead.term());
    coordinator().phaseIsOver();
    releaseAfter(index);
  }

  /** Releases the workers if no later phase has work for them. */
  private void releaseAfter(int index) throws IOException, InterruptedException {
    if (!hasWorkAfter(index)) {
      coordinator().release();
    }
  }

  /** Whether workers have anything to do in a phase after that of an index. */
  private boolean hasWorkAfter(int index) {
    List<Phase> all = scenario.phases();
    return all.subList(index + 1, all.size()).stream().anyMatch(FleetPhases::isShared);
  }

  @Override
  public void end(Consumer<PartOutcome> said) throws Exception {
    if (coordinator.isPresent()) {
      try {
        coordinator().end();
      } finally {
        said.accept(coordinator().late());
        coordinator().lead().doubts().forEach(doubt -> said.accept(PartOutcome.doubt(doubt)));
      }
    }
  }

  @Override
  public boolean isOusted() {
    return coordinator.filter(its -> its.lead().isOusted()).isPresent();
  }

  /** Whether no other process can go on with the run, so that its cluster may be stopped. */
  public boolean isAlone() {
    return alone;
  }

  @Override
  public void close() {
    if (coordinator.isPresent()) {
      boolean over = isOver(run.directory());
      try {
        coordinator().close();
      } catch (IOException e) {
        LOG.warn("something of the fleet may be left", e);
        run.terminal().note("What the run has in ZooKeeper may be left there: " + Reasons.of(e));
      }
      alone = over && !isOusted();
    }
  }
}
