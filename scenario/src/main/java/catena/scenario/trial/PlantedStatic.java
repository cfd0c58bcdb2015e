// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.activity.CheckForm.Way;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.records.verdict.Verdict;
import catena.scenario.trial.Bench.WrittenTable;
import catena.scenario.trial.Matrix.MatrixLine;
import catena.scenario.trial.MatrixCell.CellState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The first table: closed blocks with visibilities. All that can be wrong with a table at rest is
 * planted at once, each fault at its own place, and is searched for with all authorizations and
 * with fewer.
 */
record PlantedStatic(Bench bench, Labels labels) {
  private static final int FLUSH = 20;
  private static final int DEPTH = 4;
  private static final int WRITERS = 2;

  /** The end of what each writer has written. */
  private static final Position END = new Position(4, 2, 7);

  private static final MatrixLine CLEAN = MatrixLine.quiet("nothing, in a clean table");
  private static final MatrixLine CLEAN_FEW = MatrixLine.quiet("nothing, with fewer labels");
  private static final MatrixLine QUIET = MatrixLine.quiet("nothing else, all planted");
  private static final MatrixLine DANGLING =
      MatrixLine.of(FindingKind.UNDEFINED, "referred to, gone");

  /** What each check claims to see; it stays open until it has been tried. */
  static void announce(Bench bench) {
    Matrix matrix = bench.matrix;
    List<String> all = Bench.titles(bench.checks);
    List<String> judging = Bench.titles(bench.judging());
    List<String> references = Bench.titles(bench.of(Way.REFERENCES));
    matrix.announce(CLEAN, all);
    matrix.announce(CLEAN_FEW, judging);
    for (Fault fault : faults(Labels.VISIBILITIES)) {
      matrix.announce(line(fault), Bench.titles(claiming(bench.judging(), fault)));
      if (fault.references().values().stream().anyMatch(set -> set.contains(fault.kind()))) {
        matrix.announce(line(fault), references);
      }
    }
    Graph graph = new Graph(spec(Labels.VISIBILITIES));
    List<String> summaries = Bench.titles(bench.of(Way.SUMMARIES));
    faults(Labels.VISIBILITIES).stream()
        .filter(fault -> isSeenAlone(graph, fault))
        .forEach(fault -> matrix.announce(line(fault), summaries));
    matrix.announce(DANGLING, references);
    matrix.announce(QUIET, all);
  }

  private static GraphSpec spec(List<String> visibilities) {
    return Faults.graph(FLUSH, DEPTH, 0, visibilities);
  }

  private static List<Fault> faults(List<String> visibilities) {
    return Faults.of(new Graph(spec(visibilities)), WRITERS, END);
  }

  private static List<Check> claiming(List<Check> checks, Fault fault) {
    return checks.stream().filter(check -> check.claims(fault)).toList();
  }

  private static MatrixLine line(Fault fault) {
    return MatrixLine.of(fault.kind(), fault.name());
  }

  void perform() throws Exception {
    List<String> visibilities = labels.lent() ? Labels.VISIBILITIES : List.of("");
    try (WrittenTable what = bench.made("", spec(visibilities), false)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        what.table().write(what.run(), writer, END);
      }
      String few = Faults.narrow(what.table().graph.spec());
      Round clean = new Round(Map.of(), CLEAN, Verdict.PASS);
      for (Check check : bench.checks) {
        bench.attempt(check, what, clean, "clean");
      }
      Round cleanFew = new Round(Map.of(), CLEAN_FEW, Verdict.PASS);
      for (Check check : labels.lent() ? bench.judging() : List.<Check>of()) {
        bench.attempt(check.as(few), what, cleanFew, "clean-few");
      }
      List<Fault> all = Faults.of(what.table().graph, WRITERS, END);
      for (Fault fault : all) {
        what.table().plant(fault);
      }
      for (Check check : bench.of(Way.REFERENCES)) {
        bench.attempt(check, what, references(all), "faults");
      }
      for (Check check : bench.of(Way.SUMMARIES)) {
        bench.attempt(check, what, summaries(what.table().graph, all), "faults");
      }
      for (Check check : bench.judging()) {
        bench.attempt(check, what, round(check, all, false), "faults");
        if (labels.lent()) {
          bench.attempt(check.as(few), what, round(check, all, true), "faults-few");
        }
      }
    }
    if (!labels.lent()) {
      unlabelled();
    }
  }

  /** Fills the cells of what cannot be tried if the user has no authorizations. */
  private void unlabelled() {
    Set<MatrixLine> possible = new HashSet<>();
    faults(List.of("")).forEach(fault -> possible.add(line(fault)));
    boolean out = bench.leavesOut(Bench.LABELS);
    MatrixCell cell = out ? MatrixCell.of(CellState.LEFT_OUT) : MatrixCell.open(labels.why());
    bench.judging().forEach(check -> bench.matrix.put(CLEAN_FEW, check.title(), cell));
    Graph graph = new Graph(spec(Labels.VISIBILITIES));
    for (Fault fault : faults(Labels.VISIBILITIES)) {
      if (!possible.contains(line(fault))) {
        List<Check> claiming = new ArrayList<>(claiming(bench.judging(), fault));
        claiming.addAll(isSeenAlone(graph, fault) ? bench.of(Way.SUMMARIES) : List.of());
        claiming.forEach(check -> bench.matrix.put(line(fault), check.title(), cell));
      }
    }
  }

  /**
   * What a check is to call all faults together.
   *
   * @param few whether by those with few authorizations
   */
  private static Round round(Check check, List<Fault> all, boolean few) {
    return round(
        all,
        fault -> few == fault.isOfLabels() && check.claims(fault),
        fault -> few ? fault.narrow() : fault.whole());
  }

  /**
   * The same by what each fault shows.
   *
   * @param claimed those that are to be found; others are under another name than the line has, or
   *     by chance
   */
  private static Round round(
      List<Fault> all, Predicate<Fault> claimed, Function<Fault, Map<String, FindingKind>> shown) {
    Map<MatrixLine, Set<Mark>> expected = new LinkedHashMap<>();
    Set<Mark> extra = new TreeSet<>();
    for (Fault fault : all) {
      Set<Mark> marks = Mark.of(shown.apply(fault));
      if (claimed.test(fault)) {
        expected.put(line(fault), marks);
      } else {
        extra.addAll(marks);
      }
    }
    return new Round(expected, extra, QUIET, Verdict.FAIL);
  }

  /** Whether the entries of a fault, each by itself, report it under its name. */
  private static boolean isSeenAlone(Graph graph, Fault fault) {
    return Faults.alone(graph, fault).containsValue(fault.kind());
  }

  /** What the entries of all faults together show, each by itself. */
  private static Round summaries(Graph graph, List<Fault> all) {
    return round(all, fault -> isSeenAlone(graph, fault), fault -> Faults.alone(graph, fault));
  }

  /** What references show of all faults together: where a phantom stands, a row is defined. */
  private static Round references(List<Fault> all) {
    Set<String> defined = new HashSet<>();
    all.stream()
        .filter(fault -> fault.kind() == FindingKind.PHANTOM)
        .forEach(fault -> defined.addAll(fault.whole().keySet()));
    Map<MatrixLine, Set<Mark>> expected = new LinkedHashMap<>();
    for (Fault fault : all) {
      List<Mark> marks = new ArrayList<>();
      fault
          .references()
          .forEach((row, kinds) -> kinds.forEach(kind -> marks.add(new Mark(row, kind))));
      marks.removeIf(mark -> mark.kind() == FindingKind.UNDEFINED && defined.contains(mark.row()));
      for (Mark mark : marks) {
        MatrixLine line = mark.kind() == FindingKind.UNDEFINED ? DANGLING : line(fault);
        expected.computeIfAbsent(line, any -> new TreeSet<>()).add(mark);
      }
    }
    return new Round(expected, QUIET, Verdict.FAIL);
  }
}
