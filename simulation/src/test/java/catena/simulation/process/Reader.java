// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Graph;
import catena.graph.judge.FindingKind;
import catena.harness.client.Client;
import catena.harness.command.Terminal;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReadWork;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.latency.Meter;
import catena.records.latency.Throughput;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.oracle.Expected;
import catena.simulation.oracle.Said;
import catena.simulation.world.Inline;
import catena.simulation.world.Plan;
import catena.simulation.world.ReaderPlan;
import catena.simulation.world.World;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;

/** One phase of the real readers, in steps: reads, and re-reading beside them. */
public final class Reader {
  private static final int PAUSE_MILLIS = 600;
  private static final Terminal NOWHERE =
      new Terminal(print(OutputStream.nullOutputStream()), print(OutputStream.nullOutputStream()));

  private final World world;

  /** Whether it reads nothing again, and says nothing of it. */
  private final boolean forgetful;

  private final Consumer<Event> told;
  private final ReadWork work;
  private final List<Client> clients;
  private final Map<FindingKind, Set<String>> found = Expected.none();
  private final List<String> doubts = new ArrayList<>();
  private PartOutcome outcome;

  /**
   * A phase that has found its table and waits for its first step.
   *
   * @param graph the table's
   * @param how what is read, and with which authorizations
   * @param directory has the ledgers that say what is promised
   * @param forgetful whether it reads nothing again, and says nothing of it: a reader that is wrong
   * @throws Exception if the ledgers cannot be read
   */
  public Reader(
      World world,
      Graph graph,
      Plan plan,
      ReaderPlan how,
      AccumuloClient client,
      RunDirectory directory,
      boolean forgetful)
      throws Exception {
    this(world, graph, plan, how, client, directory, forgetful, event -> {});
  }

  /** The same, with somebody who hears of each event. */
  public Reader(
      World world,
      Graph graph,
      Plan plan,
      ReaderPlan how,
      AccumuloClient client,
      RunDirectory directory,
      boolean forgetful,
      Consumer<Event> told)
      throws Exception {
    this.told = told;
    this.world = world;
    this.forgetful = forgetful;
    ReadTarget target =
        FakeAccumulo.target(
            client,
            graph,
            plan.user(),
            how.sets(),
            how.consistency(),
            plan.everyVersion(),
            plan.mayTie());
    this.work =
        new ReadWork(
            how.activity(),
            new ReadWork.ReadTerms(
                how.activity().name(),
                target,
                how.settings(),
                List.of(directory),
                this::take,
                NOWHERE,
                world.clock(),
                world::nanos,
                world.split().nextLong()));
    StopSignal stop = new StopSignal((asked, limit) -> pass(limit));
    this.clients = new ArrayList<>(work.clients(this::meter, thread -> new Inline(world), stop));
  }

  private static PrintStream print(OutputStream out) {
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }

  private void pass(Duration limit) {
    world.pass(limit.toMillis());
    world.point("a reader waits");
  }

  private void take(Event event) {
    told.accept(event);
    if (event instanceof Event.FindingSeen seen) {
      world.note("a reader finds " + seen.finding().kind() + " in " + seen.finding().row());
      Expected.add(found, seen.finding().kind(), seen.finding().row());
    }
  }

  private Meter meter(String client) {
    return new Meter(
        new LatencyRecorder(OutputStream.nullOutputStream(), world.clock(), Measuring.USUAL_DIGITS),
        new Throughput(world::nanos, world::nanos));
  }

  /**
   * Takes a step.
   *
   * @return whether there is more to do
   */
  public boolean step() throws Exception {
    if (forgetful && clients.isEmpty()) {
      return false;
    } else if (!clients.isEmpty() && (forgetful || work.isSettled() || world.chance(0.7))) {
      read(clients.get(clients.size() == 1 ? 0 : world.below(clients.size())));
    } else if (!work.reread()) {
      world.pass(PAUSE_MILLIS);
    }
    return !clients.isEmpty() || !work.isSettled();
  }

  private void read(Client client) throws Exception {
    boolean more = false;
    try {
      more = client.step();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      doubts.add(e.getMessage());
    }
    if (!more) {
      clients.remove(client);
      client.close();
    }
  }

  /** What it has come to, in the words of a run; once. */
  PartOutcome outcome() {
    if (outcome == null) {
      outcome = work.outcome(doubts, List.of());
    }
    return outcome;
  }

  /** What it has come to. */
  public Said said() throws Exception {
    PartOutcome outcome = outcome();
    if (forgetful && outcome.findings().isEmpty()) {
      return new Said(Verdict.PASS, new Expected(found, List.of()), outcome.findings());
    }
    return new Said(outcome.verdict(), new Expected(found, outcome.reasons()), outcome.findings());
  }
}
