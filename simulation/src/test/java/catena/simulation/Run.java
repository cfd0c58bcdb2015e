// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import catena.graph.Graph;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.oracle.Comparison;
import catena.simulation.oracle.Expected;
import catena.simulation.oracle.Oracle;
import catena.simulation.oracle.Said;
import catena.simulation.oracle.Truth;
import catena.simulation.process.Copy;
import catena.simulation.process.CopyProcess;
import catena.simulation.process.FleetReaders;
import catena.simulation.process.Reader;
import catena.simulation.process.ReaderProcess;
import catena.simulation.process.Sabotage;
import catena.simulation.process.Verification;
import catena.simulation.process.VerifierProcess;
import catena.simulation.process.WriterProcess;
import catena.simulation.process.YcsbProcess;
import catena.simulation.table.Cluster;
import catena.simulation.table.Disk;
import catena.simulation.table.Liar;
import catena.simulation.table.Table;
import catena.simulation.table.Tablet;
import catena.simulation.world.EventLog;
import catena.simulation.world.Plan;
import catena.simulation.world.ReaderPlan;
import catena.simulation.world.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.fs.Path;

/** One seed: builds its world, lets all actors work, and compares what was said with the truth. */
final class Run {
  /** Opens readers. */
  @FunctionalInterface
  private interface Reads {
    Reader open(ReaderPlan how) throws Exception;
  }

  private static final int MOST_STEPS = 4000;

  private final List<String> wrong;
  private final Journal journal;
  private final Sabotage sabotage;
  private final Comparison comparison;
  private final Plan plan;
  private final World world;
  private final Graph graph;
  private final Table table;
  private final Liar liar;
  private final Cluster cluster;
  private final List<WriterProcess> writers = new ArrayList<>();
  private Verification verification;
  private Runnable endOfReading;
  private VerifierProcess verifier;
  private Optional<CopyProcess> copier = Optional.empty();
  private Optional<YcsbProcess> operations = Optional.empty();
  private Reads reads;
  private Disk disk;
  private RunDirectory directory;

  /**
   * A seed.
   *
   * @param wrong takes what was said and should not have been, or the other way round
   */
  Run(long seed, EventLog log, List<String> wrong, Journal journal, Sabotage sabotage) {
    this.wrong = wrong;
    this.journal = journal;
    this.sabotage = sabotage;
    SplittableRandom random = new SplittableRandom(seed);
    this.plan = Plan.of(seed, random);
    this.world = new World(random, log, plan.unrest());
    this.graph = new Graph(plan.spec());
    this.table = new Table(world, plan.servers(), !plan.mayTie(), plan.everyVersion());
    this.liar = new Liar(world, table, graph);
    this.cluster = new Cluster(world, table, plan);
    this.comparison = new Comparison(wrong, liar, table);
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
    if (plan.mayTie()) {
      world.hurry();
    }
    disk = new Disk(world);
    directory = RunDirectory.on(disk, new Path("simulated:///run"));
    AccumuloClient client = FakeAccumulo.client(world, table, plan.user());
    world.add(cluster);
    for (int i = 0; i < plan.writers(); i++) {
      WriterProcess writer =
          new WriterProcess(
              world, table, disk, directory, journal, graph, plan, sabotage::revoked, i);
      writers.add(writer);
      world.add(writer);
    }
    if (plan.workers() > 0) {
      FleetReaders fleet =
          new FleetReaders(
              world,
              plan,
              disk,
              directory,
              (how, told) -> new Reader(world, graph, plan, how, client, directory, false, told),
              comparison::meanwhile,
              wrong,
              sabotage::shared);
      world.add(fleet);
      endOfReading = fleet::end;
    } else {
      ReaderProcess readers =
          new ReaderProcess(world, graph, plan, client, directory, comparison::meanwhile);
      world.add(readers);
      endOfReading = readers::end;
    }
    reads =
        how -> new Reader(world, graph, plan, how, client, directory, sabotage.forgetsRereads());
    verification = new Verification(world, table, graph, client, plan.user(), directory, sabotage);
    verifier = new VerifierProcess(world, plan, verification, this::oracle, comparison);
    world.add(verifier);
    if (plan.spareWriters() > 0) {
      YcsbProcess.Site site =
          new YcsbProcess.Site(world, plan, graph, table, client, disk, directory);
      operations = Optional.of(new YcsbProcess(site, comparison::meanwhile, sabotage::operating));
      world.add(operations.get());
    }
    if (plan.copiesMeanwhile()) {
      copier = Optional.of(new CopyProcess(world, () -> copyInto(newTarget()), this::judge));
      world.add(copier.get());
    }
  }

  private Table newTarget() {
    return new Table(world, plan.servers(), !plan.mayTie(), false);
  }

  private Copy copyInto(Table target) throws Exception {
    return new Copy(world, plan, graph, verification.source(), target, sabotage);
  }

  /** What was copied while others were at work, who may have gone on since the last look. */
  private void judge(Copy copy, Said said) throws Exception {
    comparison.meanwhile("a copy", false, said);
    Promise now = world.aside(() -> verification.ledgers().promise());
    if (copy.isComplete() && !copy.isOvertaken(now)) {
      comparison.complete(oracle(copy.target()).of(plan.user()));
    }
  }

  /** A copy of the table at rest, which is verified by the ledgers of the table. */
  private void copy(Oracle oracle) throws Exception {
    Table target = newTarget();
    Copy copy = copyInto(target);
    Said said = copy.run();
    comparison.copied(oracle.ofCopy(), said, copy.isWhole());
    if (copy.isComplete()) {
      comparison.equal(target);
      AccumuloClient client = FakeAccumulo.client(world, target, plan.user());
      Said verified =
          new Verification(world, target, graph, client, plan.user(), directory, Sabotage.NONE)
              .verify(plan.user(), false);
      comparison.exactly(oracle(target).of(plan.user()), verified, "verification of a copy");
    }
  }

  private Oracle oracle() throws Exception {
    return oracle(table);
  }

  private Oracle oracle(Table of) throws Exception {
    return new Oracle(comparison.agreed(verification.truth()), of, liar, plan.user());
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
    boolean unused = liar.tell(world.oneOf(liar.all()));
  }

  private void settle() {
    world.note("settling");
    writers.forEach(WriterProcess::end);
    endOfReading.run();
    verifier.end();
    copier.ifPresent(CopyProcess::end);
    operations.ifPresent(YcsbProcess::end);
    world.calmDown();
    cluster.settle();
    world.stir();
    int told = liar.told().values().stream().mapToInt(n -> n).sum();
    for (int i = told; i < plan.lies(); i++) {
      lie();
    }
  }

  private String verify() throws Exception {
    comparison.undoubted(verification.ledgers().doubts());
    if (plan.ledgerLost() && plan.lies() == 0) {
      return verifyWithoutLedger();
    }
    Oracle oracle = oracle();
    String verdict = verify(oracle, plan.user());
    String unused = verify(oracle, world.oneOf(plan.others()));
    if (world.chance(0.5)) {
      verifyEventually(oracle);
    } else {
      readAll(oracle, world.chance(0.5) ? plan.user() : world.oneOf(plan.others()));
    }
    verifyReferences(oracle);
    if (plan.copies()) {
      copy(oracle);
    }
    return verdict;
  }

  /** By references with each set, and by what scan servers show. */
  private void verifyReferences(Oracle oracle) throws Exception {
    for (Authorizations set : List.of(plan.user(), world.oneOf(plan.others()))) {
      Said said = verification.verifyReferences(set, false);
      comparison.references(oracle.byReferences(set), said, "references with [" + set + "]");
    }
    Said said = verification.verifyReferences(plan.user(), true);
    comparison.neverWrong(said, "references by scan servers");
  }

  /** What scan servers show is no fault, and what they know of is judged as ever. */
  private void verifyEventually(Oracle oracle) throws Exception {
    boolean lagging = world.chance(0.5);
    if (!lagging) {
      table.tablets().forEach(Tablet::compact);
      table.tablets().forEach(Tablet::letKnow);
    }
    Said said = verification.verify(plan.user(), true);
    Expected expected = oracle.inParts(plan.user());
    if (lagging) {
      comparison.onlyLies("verification by scan servers", true, said);
    } else {
      comparison.exactly(expected, said, "verification by scan servers");
    }
  }

  /** An honest table whose ledger lost its end is never at fault. */
  private String verifyWithoutLedger() throws Exception {
    Truth truth = comparison.agreed(verification.truth());
    int writer = world.below(plan.writers());
    Path ledger = directory.ledger(writer);
    disk.shorten(ledger);
    Said said = verification.verify(plan.user(), false);
    Said joined = verification.verifyReferences(plan.user(), false);
    Set<String> lost = new TreeSet<>(said.expected().of(FindingKind.LOST));
    Set<String> undefined = new TreeSet<>(joined.expected().of(FindingKind.UNDEFINED));
    // What its writer deleted later on cannot be told from a loss, though a late attempt refers to
    // it; without any ledger nothing can that need not be there, as an import that is half in.
    Predicate<String> absent = row -> truth.ofRow(row) != null && truth.ofRow(row).mayHold(null);
    undefined.removeIf(row -> absent.test(row) && (lost.contains(row) || !disk.has(ledger)));
    lost.removeIf(absent);
    comparison.rows("references with a short ledger found UNDEFINED", undefined);
    comparison.rows(
        "references with a short ledger found CORRUPT", joined.expected().of(FindingKind.CORRUPT));
    comparison.rows("verification with a short ledger found LOST", lost);
    // A second attempt at an import, told behind the cut, cannot be told from one import too many.
    Set<String> miscounted = new TreeSet<>(said.expected().of(FindingKind.MISCOUNTED));
    miscounted.removeIf(row -> truth.isRepeated(writer, row, table.shown()));
    comparison.rows("verification with a short ledger found MISCOUNTED", miscounted);
    Set<FindingKind> strange = new TreeSet<>(said.counts().keySet());
    strange.removeAll(Set.of(FindingKind.LOST, FindingKind.MISCOUNTED));
    if (!strange.isEmpty()) {
      wrong.add("verification with a short ledger found " + said.expected().findings());
    }
    return said.verdict().name();
  }

  private void readAll(Oracle oracle, Authorizations authorizations) throws Exception {
    Reader reader = reads.open(ReaderPlan.everything(plan, authorizations));
    boolean more = true;
    while (more) {
      more = reader.step();
    }
    Expected expected = oracle.of(authorizations);
    Said said = reader.said();
    if (expected.seen() > 0) {
      comparison.exactly(expected, said, "a scan of everything with [" + authorizations + "]");
    }
  }

  private String verify(Oracle oracle, Authorizations authorizations) throws Exception {
    Said said = verification.verify(authorizations, false);
    Expected expected = oracle.of(authorizations);
    comparison.exactly(expected, said, "verification with [" + authorizations + "]");
    comparison.onlyLies("verification with [" + authorizations + "]", false, said);
    return said.verdict().name();
  }
}
