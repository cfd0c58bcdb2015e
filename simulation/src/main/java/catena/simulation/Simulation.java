package catena.simulation;

import catena.graph.FindingKind;
import catena.graph.Graph;
import catena.harness.journal.Journal;
import catena.harness.read.Ledgers;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.Verdict;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.fs.Path;

/** Runs seeds, each a small world of its own, and says of each whether the verdict was right. */
public final class Simulation implements Closeable {
  private final Journal journal;
  private final Sabotage sabotage;

  /** A simulation of any number of seeds, one after the other. */
  public Simulation() throws IOException {
    this(Sabotage.NONE);
  }

  /** A simulation of broken checks. */
  Simulation(Sabotage sabotage) throws IOException {
    this.sabotage = sabotage;
    World nowhere = new World(new SplittableRandom(0), new EventLog(), new World.Unrest(0, 0));
    RunDirectory directory = RunDirectory.on(new Disk(nowhere), new Path("simulated:///journal"));
    journal =
        new Journal(
            directory.append(directory.events("all")),
            e -> {
              throw new IllegalStateException(e);
            });
  }

  /** Runs one seed. */
  public Result run(long seed) {
    EventLog log = new EventLog();
    List<String> wrong = new ArrayList<>();
    Run run = new Run(seed, log, wrong);
    String verdict = "none";
    try {
      verdict = run.run();
    } catch (Exception | AssertionError e) {
      wrong.add("production code broke: " + trace(e));
    }
    return new Result(seed, verdict, run.lies(), wrong, log.last(), log.sum());
  }

  private static String trace(Throwable e) {
    java.io.StringWriter text = new java.io.StringWriter();
    e.printStackTrace(new java.io.PrintWriter(text, true));
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }

  /** Opens readers. */
  @FunctionalInterface
  private interface Reads {
    Reader open(ReaderPlan how) throws Exception;
  }

  /** One seed. */
  private final class Run {
    private static final int MOST_STEPS = 4000;

    /** Doubts about a check that began before there was anything to check. */
    private static final List<String> NOTHING =
        List.of(
            "othing was promised",
            "nothing was read",
            "nothing that was promised was compared",
            "Nothing of what was promised",
            "o ledger was given");

    private final List<String> wrong;
    private final Plan plan;
    private final World world;
    private final Graph graph;
    private final Table table;
    private final Liar liar;
    private final Cluster cluster;
    private final List<WriterProcess> writers = new ArrayList<>();
    private Verification verification;
    private ReaderProcess readers;
    private VerifierProcess verifier;
    private Reads reads;
    private Disk disk;
    private RunDirectory directory;

    Run(long seed, EventLog log, List<String> wrong) {
      this.wrong = wrong;
      SplittableRandom random = new SplittableRandom(seed);
      this.plan = Plan.draw(random);
      this.world = new World(random, log, plan.unrest());
      this.graph = new Graph(plan.spec());
      this.table = new Table(world, plan.servers());
      this.liar = new Liar(world, table, graph);
      this.cluster = new Cluster(world, table, plan);
    }

    Map<String, Integer> lies() {
      Map<String, Integer> lies = new TreeMap<>();
      liar.told().forEach((lie, n) -> lies.put(lie.name(), n));
      return lies;
    }

    String run() throws Exception {
      build();
      work();
      settle();
      return verify();
    }

    private void build() throws IOException {
      world.note(plan.toString());
      Disk disk = new Disk(world);
      RunDirectory directory = RunDirectory.on(disk, new Path("simulated:///run"));
      AccumuloClient client = FakeAccumulo.client(world, table, plan.user());
      world.add(cluster);
      for (int i = 0; i < plan.writers(); i++) {
        WriterProcess writer =
            new WriterProcess(world, table, disk, directory, journal, graph, plan, i);
        writers.add(writer);
        world.add(writer);
      }
      readers = new ReaderProcess(world, graph, plan, client, directory, this::judgeMeanwhile);
      world.add(readers);
      reads =
          how -> new Reader(world, graph, plan, how, client, directory, sabotage.forgetsRereads());
      this.disk = disk;
      this.directory = directory;
      verification =
          new Verification(world, table, graph, client, plan.user(), directory, sabotage);
      verifier = new VerifierProcess(world, plan, verification, this::judgeMeanwhile);
      world.add(verifier);
    }

    private void work() {
      int early = plan.lies() == 0 ? 0 : world.below(plan.lies() + 1);
      for (int i = 0; i < MOST_STEPS && writers.stream().anyMatch(WriterProcess::isReady); i++) {
        boolean unused = world.others();
        if (early > 0 && world.chance(0.02)) {
          early--;
          lie();
        }
      }
    }

    private void lie() {
      boolean unused = liar.tell(world.oneOf(Liar.all()));
    }

    private void settle() {
      world.note("settling");
      writers.forEach(WriterProcess::end);
      readers.end();
      verifier.end();
      world.calmDown();
      cluster.settle();
      world.stir();
      int told = liar.told().values().stream().mapToInt(n -> n).sum();
      for (int i = told; i < plan.lies(); i++) {
        lie();
      }
    }

    private String verify() throws Exception {
      Ledgers.Reading ledgers = verification.ledgers();
      if (!ledgers.doubts().isEmpty()) {
        wrong.add("the ledgers are doubted without a reason: " + ledgers.doubts());
        return "none";
      }
      if (plan.ledgerLost() && plan.lies() == 0) {
        return verifyWithoutLedger(ledgers);
      }
      Oracle oracle = new Oracle(graph, ledgers.promise(), table, liar, plan.user());
      String verdict = verify(oracle, plan.user());
      String unused = verify(oracle, world.oneOf(plan.others()));
      if (world.chance(0.5)) {
        verifyEventually(oracle);
      } else {
        readAll(oracle, world.chance(0.5) ? plan.user() : world.oneOf(plan.others()));
      }
      return verdict;
    }

    /** What scan servers show is no fault, and what they know of is judged as ever. */
    private void verifyEventually(Oracle oracle) throws Exception {
      boolean lagging = world.chance(0.5);
      if (!lagging) {
        table.tablets().forEach(Tablet::compact);
        table.tablets().forEach(Tablet::letKnow);
      }
      Said said = verification.verify(plan.user(), true);
      Expected expected = oracle.of(plan.user());
      if (lagging) {
        Set<FindingKind> strange = new TreeSet<>(said.counts().keySet());
        strange.removeAll(Lie.kinds(liar.told().keySet(), true));
        if (!strange.isEmpty()) {
          wrong.add("verification by scan servers found " + said.expected().findings());
        }
      } else {
        compare(expected, said, "verification by scan servers");
      }
    }

    /** An honest table whose ledger lost its end is never at fault. */
    private String verifyWithoutLedger(Ledgers.Reading ledgers) throws Exception {
      Truth truth = Truth.of(graph, ledgers.promise());
      disk.shorten(directory.ledger(world.below(plan.writers())));
      Said said = verification.verify(plan.user(), false);
      Set<String> lost =
          new TreeSet<>(said.expected().findings().getOrDefault(FindingKind.LOST, Set.of()));
      // What its writer deleted later on cannot be told from a loss.
      lost.removeIf(row -> truth.ofRow(row).mayHold(null));
      tell("verification with a short ledger found LOST", lost);
      Set<FindingKind> strange = new TreeSet<>(said.counts().keySet());
      strange.remove(FindingKind.LOST);
      if (!strange.isEmpty()) {
        wrong.add("verification with a short ledger found " + said.expected().findings());
      }
      return said.verdict().name();
    }

    private void readAll(Oracle oracle, Authorizations authorizations) throws Exception {
      Reader reader = reads.open(ReaderPlan.everything(authorizations));
      boolean more = true;
      while (more) {
        more = reader.step();
      }
      Expected expected = oracle.of(authorizations);
      Said said = reader.said();
      if (expected.seen() > 0) {
        compare(expected, said, "a scan of everything with [" + authorizations + "]");
      }
    }

    /** What was said while others were at work may only be what was told. */
    private void judgeMeanwhile(String kind, boolean eventual, Said said) {
      Set<FindingKind> possible = Lie.kinds(liar.told().keySet(), eventual);
      Set<FindingKind> strange = new TreeSet<>(said.counts().keySet());
      strange.removeAll(possible);
      if (!strange.isEmpty()) {
        wrong.add(kind + " found " + strange + ": " + said.expected().findings());
      }
      String doubts = said.expected().doubts().toString();
      boolean excused = table.hasBeenLate() || NOTHING.stream().anyMatch(doubts::contains);
      if (said.verdict() == Verdict.UNKNOWN && !excused) {
        wrong.add(kind + " said UNKNOWN without a reason: " + said.expected().doubts());
      }
    }

    private String verify(Oracle oracle, Authorizations authorizations) throws Exception {
      Said said = verification.verify(authorizations, false);
      Expected expected = oracle.of(authorizations);
      compare(expected, said, "verification with [" + authorizations + "]");
      return said.verdict().name();
    }

    private void compare(Expected expected, Said said, String who) {
      if (!said.verdict().name().equals(expected.verdict())) {
        wrong.add(
            "%s said %s and should have said %s; its reasons: %s; the doubts: %s"
                .formatted(
                    who,
                    said.verdict(),
                    expected.verdict(),
                    said.expected().doubts(),
                    expected.doubts()));
      }
      for (FindingKind kind : FindingKind.values()) {
        Set<String> right = expected.findings().getOrDefault(kind, Set.of());
        Set<String> found = said.expected().findings().getOrDefault(kind, Set.of());
        tell(who + " did not find " + kind, Expected.without(right, found));
        tell(who + " found " + kind + " wrongly", Expected.without(found, right));
        long counted = said.counts().getOrDefault(kind, 0L);
        if (counted != found.size()) {
          wrong.add(who + " counted " + counted + " of " + found.size() + " " + kind);
        }
      }
    }

    private void tell(String what, Set<String> rows) {
      if (!rows.isEmpty()) {
        wrong.add(what + ": " + rows.size() + " rows, the first " + rows.iterator().next());
      }
    }
  }
}
