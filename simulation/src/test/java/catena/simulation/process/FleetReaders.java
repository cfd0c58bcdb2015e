// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.fleet.ClientAssignment;
import catena.fleet.FleetSettings;
import catena.fleet.WorkerRanges;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseCall.SlotShare;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.fleet.coordinate.ShareResults;
import catena.graph.judge.FindingKind;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.AppendFile;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.simulation.oracle.Expected;
import catena.simulation.oracle.Said;
import catena.simulation.table.Disk;
import catena.simulation.world.Actor;
import catena.simulation.world.Plan;
import catena.simulation.world.ReaderPlan;
import catena.simulation.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;

/**
 * Readers whose phases are dealt among the workers of a fleet, each a process with a journal of its
 * own that may be killed, given up or have a successor. This is their coordinator as far as it puts
 * together what the shares came to; that is compared with what each worker has told.
 */
public final class FleetReaders implements Actor {
  private static final double GIVES_UP = 0.03;
  private static final double DIES = 0.02;
  private static final double SUCCESSOR = 0.6;
  private static final double FLUSHES = 0.5;
  private static final int MOST_ATTEMPTS = 4;
  private static final int MOST_CLIENTS = 5;

  /** Opens the readers of a share. */
  @FunctionalInterface
  public interface Readers {
    /** Those of a plan, which record their events. */
    Reader open(ReaderPlan how, Consumer<Event> told) throws Exception;
  }

  private final World world;
  private final Plan plan;
  private final Disk disk;
  private final RunDirectory directory;
  private final Readers readers;
  private final ReaderProcess.Judge judge;
  private final List<String> wrong;
  private final UnaryOperator<PartOutcome> believed;
  private final SplittableRandom random;

  /** Of all phases: what is a fault is one for all of them. */
  private final boolean eventual;

  private final ShareResults results;
  private final Map<WorkerId, Worker> workers = new TreeMap<>();
  private final List<Phase> judged = new ArrayList<>();
  private Phase phase;
  private int generation;
  private int phases;

  /**
   * A fleet that is about to begin the first of the phases that the plan asks for.
   *
   * @param disk keeps journals and shares, also when a process is killed
   * @param judge is told what each share has said, and what the dead have found
   * @param wrong takes what was put together wrongly
   * @param believed what is believed of what a phase came to: it itself, if nothing is broken
   */
  public FleetReaders(
      World world,
      Plan plan,
      Disk disk,
      RunDirectory directory,
      Readers readers,
      ReaderProcess.Judge judge,
      List<String> wrong,
      UnaryOperator<PartOutcome> believed) {
    this.world = world;
    this.plan = plan;
    this.disk = disk;
    this.directory = directory;
    this.readers = readers;
    this.judge = judge;
    this.wrong = wrong;
    this.believed = believed;
    this.random = world.split();
    this.eventual = random.nextInt(4) == 0;
    this.phases = plan.phases();
    this.results = new ShareResults(directory, seen -> isFault(seen.finding().kind()));
  }

  private boolean isFault(FindingKind kind) {
    return kind != FindingKind.LATE || !eventual;
  }

  /** A finding that a worker has recorded, and where its line in the journal ends. */
  private record Told(Finding finding, long end) {}

  /** What a worker did in one phase. */
  private static final class Share {
    private final List<Told> told = new ArrayList<>();
    private Optional<PartOutcome> outcome = Optional.empty();
  }

  /** One phase of all workers. */
  private final class Phase {
    private final ReaderPlan how;
    private final int generation;
    private final int clients;
    private final NavigableSet<WorkerId> ready = new TreeSet<>();
    private final NavigableSet<WorkerId> took = new TreeSet<>();
    private final Map<WorkerId, Share> shares = new TreeMap<>();

    /** Whose shares or journals were not whole when it was judged. */
    private final Set<WorkerId> later = new TreeSet<>();

    /** Whose shares came while it was judged: they are told then, or in the end. */
    private final Set<WorkerId> meanwhile = new TreeSet<>();

    Phase(ReaderPlan how, int generation, int clients) {
      this.how = how;
      this.generation = generation;
      this.clients = clients;
    }

    int clients(int slot) {
      return new ClientAssignment(plan.workers(), plan.servers())
          .share(clients, FleetSettings.Per.TOTAL, WorkerRanges.ALL, slot);
    }

    List<String> parts(int slot) {
      return clients(slot) == 0 ? List.of() : List.of(how.activity().name());
    }

    PhaseCall call() {
      List<SlotShare> shares =
          IntStream.range(0, plan.workers())
              .mapToObj(slot -> new SlotShare(true, parts(slot), parts(slot)))
              .toList();
      return new PhaseCall(generation, how.activity().name(), Optional.empty(), shares);
    }

    boolean isLeft(WorkerId worker) {
      return disk.has(directory.share(generation, worker.node()));
    }

    /** Whether no worker stands for what it had in hand. */
    boolean isInDoubt(WorkerId worker) {
      return !parts(worker.slot()).isEmpty()
          && took.tailSet(worker, false).stream().noneMatch(next -> next.slot() == worker.slot());
    }
  }

  /** A worker's process. */
  private final class Worker implements Actor {
    private final WorkerId id;
    private final Path path;
    private AppendFile journal;
    private long written;
    private boolean givenUp;
    private boolean dead;
    private Phase turn;
    private boolean began;
    private Reader reader;

    Worker(WorkerId id) {
      this.id = id;
      this.path = directory.events(ClientName.worker(id.slot(), id.attempt()));
    }

    @Override
    public String name() {
      return id.inWords();
    }

    @Override
    public boolean isReady() {
      return !dead && turn != null;
    }

    @Override
    public boolean mayBeKilled() {
      return true;
    }

    void take(Phase next) {
      next.ready.add(id);
      next.shares.put(id, new Share());
      turn = next;
      began = false;
      reader = null;
    }

    @Override
    public void step() throws Exception {
      int clients = turn.clients(id.slot());
      if (!givenUp && world.chance(DIES)) {
        world.note(name() + " is killed between two steps");
        killed();
      } else if (!began) {
        begin(clients);
      } else if (reader == null || !reader.step()) {
        finish();
      }
    }

    private void begin(int clients) throws Exception {
      if (journal == null) {
        journal = AppendFile.create(disk, path).orElseThrow();
      }
      began = true;
      note(
          new Event.WorkerBegan(
              world.millis(),
              name(),
              id.node(),
              turn.generation,
              turn.how.activity().name(),
              0,
              id.attempt() > 1));
      reader = clients == 0 ? null : readers.open(turn.how.dealt(clients), this::note);
    }

    private void note(Event event) {
      try {
        byte[] line = Journal.line(event).getBytes(StandardCharsets.UTF_8);
        journal.write(line);
        journal.write(new byte[] {'\n'});
        written += line.length + 1;
        if (event instanceof Event.FindingSeen seen) {
          turn.shares.get(id).told.add(new Told(seen.finding(), written));
        }
        if (world.chance(FLUSHES)) {
          journal.flush();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void finish() throws Exception {
      journal.flush();
      PartOutcome outcome = reader == null ? PartOutcome.NOTHING : reader.outcome();
      if (reader != null) {
        judge.judge(turn.how.activity().name(), turn.how.eventual(), reader.said());
      }
      turn.shares.get(id).outcome = Optional.of(outcome);
      ShareOutcome share =
          new ShareOutcome(
              id.node(),
              turn.generation,
              OptionalDouble.of(0),
              false,
              Optional.empty(),
              reader == null ? Map.of() : Map.of(turn.how.activity().name(), outcome));
      disk.put(directory.share(turn.generation, id.node()), Json.LINES.writeValueAsBytes(share));
      world.point("a share is written");
      if (!givenUp) {
        turn.took.add(id);
      }
      turn = null;
    }

    @Override
    public void killed() {
      dead = true;
      disk.tear(path);
      if (!givenUp && turn == phase) {
        succeed(id);
      }
    }
  }

  @Override
  public String name() {
    return "coordinator";
  }

  @Override
  public boolean isReady() {
    return phases > 0;
  }

  @Override
  public void step() throws Exception {
    List<Worker> atWork = workers.values().stream().filter(this::isAtWork).toList();
    if (phase == null) {
      begin();
    } else if (atWork.isEmpty()) {
      conclude();
    } else if (world.chance(GIVES_UP)) {
      Worker one = world.oneOf(atWork);
      world.note(one.name() + " is given up, and lives");
      one.givenUp = true;
      succeed(one.id);
    }
  }

  private boolean isAtWork(Worker process) {
    return process.isReady() && !process.givenUp;
  }

  /** Sometimes somebody takes the place of a worker in the phase that goes on. */
  private void succeed(WorkerId before) {
    if (before.attempt() < MOST_ATTEMPTS && world.chance(SUCCESSOR)) {
      start(before.slot(), before.attempt() + 1).take(phase);
    }
  }

  private Worker start(int slot, int attempt) {
    Worker process = new Worker(new WorkerId(slot, attempt));
    world.note(process.name() + " joins");
    workers.put(process.id, process);
    world.add(process);
    return process;
  }

  private void begin() {
    ReaderPlan how;
    do {
      how = ReaderPlan.draw(random, plan);
    } while (how.eventual() != eventual);
    phase = new Phase(how, ++generation, 1 + world.below(MOST_CLIENTS));
    world.note("the fleet reads: " + how.activity().name() + " by " + phase.clients + " clients");
    for (int slot = 0; slot < plan.workers(); slot++) {
      int own = slot;
      List<Worker> all = workers.values().stream().filter(each -> each.id.slot() == own).toList();
      Worker last = all.isEmpty() ? start(slot, 1) : all.get(all.size() - 1);
      if ((last.dead || last.givenUp) && last.id.attempt() < MOST_ATTEMPTS) {
        last = start(slot, last.id.attempt() + 1);
      }
      if (!last.dead && !last.givenUp) {
        last.take(phase);
      }
    }
  }

  private void conclude() {
    Phase over = phase;
    phase = null;
    phases--;
    Bounds bounds = new Bounds();
    over.ready.forEach(worker -> bounds.before(over, worker));
    PhaseResult result =
        results.of(
            over.generation, over.call(), over.ready, over.took, Collections.emptyNavigableSet());
    over.ready.forEach(worker -> bounds.after(over, worker));
    PartOutcome said =
        believed.apply(result.parts().values().stream().reduce(result.fleet(), PartOutcome::and));
    world.note("the fleet says " + said.verdict() + " " + said.findings());
    bounds.doubt |= over.took.isEmpty();
    bounds.compare("phase " + over.generation + " of the fleet", said);
    judged.add(over);
  }

  /** Nobody goes on; what was not judged is, and what came too late is asked for. */
  public void end() {
    phases = 0;
    for (Worker each : workers.values()) {
      if (!each.dead) {
        each.dead = true;
        disk.tear(each.path);
      }
    }
    if (phase != null) {
      conclude();
    }
    Bounds bounds = new Bounds();
    for (Phase each : judged) {
      each.later.forEach(worker -> bounds.late(each, worker));
    }
    bounds.compare("what came late to the fleet", results.late());
  }

  /** What must be said, and what may be, of what some workers told. */
  private final class Bounds {
    private final Map<FindingKind, Long> least = new EnumMap<>(FindingKind.class);
    private final Map<FindingKind, Long> most = new EnumMap<>(FindingKind.class);
    private boolean mustFail;
    private boolean mayFail;
    private boolean doubt;
    private boolean mayDoubt;
    private boolean counts = true;

    /** Of the journals before they were looked at. */
    private final Map<WorkerId, Long> lengths = new TreeMap<>();

    /** Before it is looked at. */
    void before(Phase of, WorkerId worker) {
      Share share = of.shares.get(worker);
      if (of.isLeft(worker)) {
        count(share.outcome.orElseThrow(), true, true);
      } else {
        of.later.add(worker);
        lengths.put(worker, disk.length(workers.get(worker).path));
      }
    }

    /** After it was looked at: a worker that was given up may have gone on meanwhile. */
    void after(Phase of, WorkerId worker) {
      Share share = of.shares.get(worker);
      if (!of.later.contains(worker)) {
        return;
      }
      if (of.isLeft(worker)) {
        of.meanwhile.add(worker);
        count(share.outcome.orElseThrow(), false, true);
        mayDoubt = true;
      } else {
        doubt |= of.isInDoubt(worker);
      }
      // One that was given up may have died meanwhile, and its journal have lost its end.
      long before = lengths.get(worker);
      long now = disk.length(workers.get(worker).path);
      dead(of, worker, share, Math.min(before, now), true, false);
      dead(of, worker, share, Math.max(before, now) + 1, false, true);
    }

    /** What is asked for once more before the verdict; its numbers are left out. */
    void late(Phase of, WorkerId worker) {
      counts = false;
      Share share = of.shares.get(worker);
      if (of.isLeft(worker)) {
        count(share.outcome.orElseThrow(), !of.meanwhile.contains(worker), true);
      } else {
        dead(of, worker, share, disk.length(workers.get(worker).path), true, false);
        dead(of, worker, share, disk.length(workers.get(worker).path) + 1, false, true);
      }
    }

    private void count(PartOutcome outcome, boolean must, boolean may) {
      add(outcome.findings(), must, may);
      mustFail |= must && outcome.verdict() == Verdict.FAIL;
      mayFail |= may && outcome.verdict() == Verdict.FAIL;
      doubt |= must && outcome.verdict() == Verdict.UNKNOWN;
      mayDoubt |= may && outcome.verdict() == Verdict.UNKNOWN;
    }

    /** Of one without a share: what stands in its journal up to there. */
    private void dead(
        Phase of, WorkerId worker, Share share, long length, boolean must, boolean may) {
      Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
      Map<FindingKind, Set<String>> rows = Expected.none();
      for (Told each : share.told) {
        if (each.end <= length) {
          found.merge(each.finding.kind(), each.finding.number(), Long::sum);
          Expected.add(rows, each.finding.kind(), each.finding.row());
        }
      }
      boolean fault = found.keySet().stream().anyMatch(FleetReaders.this::isFault);
      add(found, must, may);
      mustFail |= must && fault;
      mayFail |= may && fault;
      if (must && !found.isEmpty()) {
        judge.judge(
            worker.inWords(),
            of.how.eventual(),
            new Said(fault ? Verdict.FAIL : Verdict.PASS, new Expected(rows, List.of()), found));
      }
    }

    private void add(Map<FindingKind, Long> found, boolean must, boolean may) {
      found.forEach(
          (kind, n) -> {
            least.merge(kind, must ? n : 0, Long::sum);
            most.merge(kind, may ? n : 0, Long::sum);
          });
    }

    void compare(String who, PartOutcome said) {
      boolean failed = said.verdict() == Verdict.FAIL;
      if ((failed && !mayFail) || (!failed && mustFail)) {
        wrong.add(who + " said " + said.verdict() + ": " + said.reasons());
      } else if (!failed && (said.verdict() == Verdict.UNKNOWN ? !doubt && !mayDoubt : doubt)) {
        wrong.add(who + " said " + said.verdict() + ", and there is a doubt: " + doubt);
      }
      Set<FindingKind> kinds = EnumSet.allOf(FindingKind.class);
      for (FindingKind kind : counts ? kinds : EnumSet.noneOf(FindingKind.class)) {
        long n = said.findings().getOrDefault(kind, 0L);
        if (n < least.getOrDefault(kind, 0L) || n > most.getOrDefault(kind, 0L)) {
          wrong.add(who + " counted " + n + " " + kind + ", and workers told of " + least + most);
        }
      }
    }
  }
}
