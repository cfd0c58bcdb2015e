// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.engine.RunVerdict;
import catena.records.history.Missing;
import catena.records.history.SweepFile;
import catena.records.history.TolerantReader;
import catena.records.run.Environment;
import catena.records.run.RunDirectory;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Reasons;
import catena.records.words.TextTable;
import catena.records.words.UsageException;
import catena.report.Reports;
import com.google.common.io.Closer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The runs of a scenario that sweeps parameters, one after the other, in directories below one:
 * that has the list of them, their report side by side, and the worst of their verdicts. A run that
 * could not be completed is a doubt, and the next one begins.
 *
 * <p>What a scenario expects of a row changes nothing of that row's verdict, nor makes the sweep's
 * better: it says only whether a FAIL was meant. One that did not come is a doubt.
 */
final class Sweep {
  private static final Logger LOG = LogManager.getLogger(Sweep.class);

  private final FailableBiFunction<PlannedRun, RunDirectory, Verdict, Exception> runs;
  private final CommandContext context;
  private final Terminal terminal;
  private final Path file;
  private final List<SweepFile.SweepEntry> rows = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private Verdict verdict = Verdict.PASS;

  /**
   * A sweep that has not begun.
   *
   * @param runs performs one row, from the description of the run to its verdict; what it throws is
   *     the row's own doubt
   * @param file the scenario's
   */
  Sweep(
      FailableBiFunction<PlannedRun, RunDirectory, Verdict, Exception> runs,
      CommandContext context,
      Terminal terminal,
      Path file) {
    this.runs = runs;
    this.context = context;
    this.terminal = terminal;
    this.file = file;
  }

  /**
   * Performs all rows.
   *
   * @param directory takes the directories of the runs
   * @throws UsageException if the first run cannot be begun as asked
   */
  Verdict perform(List<PlannedRun> entries, RunDirectory directory) throws Exception {
    PendingVerdict pending = PendingVerdict.begin(directory, context.clock(), "the sweep");
    try {
      directory.writePrivately(directory.scenario(), Files.readAllBytes(file), "the scenario");
      Environment.here(context.clock(), context.words()).writeTo(directory);
      entries.forEach(entry -> rows.add(planned(entry)));
      file(entries).writeTo(directory);
      for (int i = 0; i < entries.size(); i++) {
        PlannedRun entry = entries.get(i);
        if (context.stop().asked()) {
          doubt(entry, "not begun: " + context.stop().reason().orElse("stopped"));
          continue;
        }
        terminal.note("");
        terminal.note("==== %s of %d".formatted(entry.row().inWords(), entries.size()));
        row(i, entry, directory, pending);
        file(entries).writeTo(directory);
      }
      if (verdict != Verdict.PASS) {
        asExpected().ifPresent(line -> reasons.add(0, line));
      }
      verdict = pending.conclude(VerdictFile.of(verdict, reasons, Map.of(), Map.of())).verdict();
      report(directory, entries);
      print(entries.get(0).scenario().name(), directory);
      return verdict;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      pending.abandon(Reasons.of(e));
      throw e;
    }
  }

  private static SweepFile.SweepEntry planned(PlannedRun entry) {
    var row = entry.row();
    String words = row.label().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String name =
        String.format(Locale.ROOT, "row-%03d", row.number())
            + (words.isEmpty() || words.length() > 80 ? "" : "-" + words);
    return new SweepFile.SweepEntry(
        row.number(),
        row.label(),
        row.given(),
        name,
        Optional.empty(),
        entry.scenario().expected());
  }

  private SweepFile file(List<PlannedRun> entries) {
    return new SweepFile(entries.get(0).scenario().name(), rows);
  }

  private void doubt(PlannedRun entry, String why) {
    verdict = verdict.and(Verdict.UNKNOWN);
    reasons.add(entry.row().inWords() + ": " + why);
  }

  private void row(int index, PlannedRun entry, RunDirectory sweep, PendingVerdict pending)
      throws Exception {
    SweepFile.SweepEntry planned = rows.get(index);
    try (RunDirectory directory = sweep.below(sweep.path(planned.directory()))) {
      Verdict came = runs.apply(entry, directory);
      rows.set(index, planned.with(came));
      verdict = verdict.and(came);
      if (came != Verdict.PASS) {
        String meant = planned.expected().equals(Optional.of(came)) ? ", as expected" : "";
        reasons.add(entry.row().inWords() + ": " + came + meant + why(directory));
      }
      if (planned.expected().isPresent() && !rows.get(index).asExpected()) {
        doubt(entry, came + ", and " + planned.expected().get() + " was expected");
      }
      if (came == Verdict.FAIL) {
        pending.found();
      }
    } catch (UsageException e) {
      if (index == 0) {
        throw e;
      }
      broken(index, entry, e.problems());
    } catch (InterruptedException e) { // a stop of all, or of this row alone
      String why = context.stop().reason().orElse(Reasons.of(e));
      broken(index, entry, List.of("not completed: " + why));
    } catch (Throwable e) { // an Error, too; the next row has its own cluster, or the same again
      LOG.error("{} was not completed", entry.row().inWords(), e);
      broken(index, entry, List.of("not completed: " + Reasons.of(e)));
    }
    try (RunDirectory directory = sweep.below(sweep.path(planned.directory()))) {
      Optional<Verdict> own = VerdictFile.readFrom(directory).map(VerdictFile::verdict);
      if (own.equals(Optional.of(Verdict.FAIL)) && !own.equals(rows.get(index).verdict())) {
        // What was found stays, whatever failed then.
        rows.set(index, rows.get(index).with(Verdict.FAIL));
        verdict = verdict.and(Verdict.FAIL);
        reasons.add(entry.row().inWords() + ": FAIL" + why(directory));
        pending.found();
      }
      if (RunVerdict.isResumable(directory)) {
        context.stop().ask("another process performs " + entry.row().inWords());
      }
    } catch (IOException | UsageException e) {
      LOG.warn("which process performs {} is not known", entry.row().inWords(), e);
    }
  }

  /** Ends a row that has no verdict; the first of the problems is a doubt of the sweep. */
  private void broken(int index, PlannedRun entry, List<String> problems) {
    rows.set(index, rows.get(index).with(Verdict.UNKNOWN));
    doubt(entry, problems.get(0));
    problems.forEach(terminal::note);
  }

  /** The first reason of a run's own verdict. */
  private static String why(RunDirectory directory) {
    return new TolerantReader(directory, new Missing())
        .json(directory.verdict(), VerdictFile.class)
        .flatMap(file -> file.reasons().stream().findFirst())
        .map(reason -> ", " + reason)
        .orElse("");
  }

  /** Writes the report; a failure does not change the verdict. */
  private void report(RunDirectory directory, List<PlannedRun> entries) {
    try (Closer closer = Closer.create()) {
      List<RunDirectory> opened = file(entries).open(directory);
      opened.forEach(closer::register);
      if (!opened.isEmpty()) {
        new Reports(context.clock(), ZoneId.systemDefault(), terminal).write(opened, directory);
        terminal.note("Report: " + directory.display(directory.report("html")));
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the report of the sweep was not written", e);
      terminal.note("The report of the sweep could not be completed: " + Reasons.of(e));
    }
  }

  /** By this an expected FAIL and one that is not are distinguished; empty if none is expected. */
  private Optional<String> asExpected() {
    long so = rows.stream().filter(SweepFile.SweepEntry::asExpected).count();
    return rows.stream().anyMatch(row -> row.expected().isPresent())
        ? Optional.of("%d of %d rows ended as expected".formatted(so, rows.size()))
        : Optional.empty();
  }

  private void print(String scenario, RunDirectory directory) {
    boolean any = asExpected().isPresent();
    TextTable table =
        any
            ? new TextTable("row", "parameters", "verdict", "expected", "directory")
            : new TextTable("row", "parameters", "verdict", "directory");
    for (SweepFile.SweepEntry row : rows) {
      List<Object> cells = new ArrayList<>(List.of(row.number(), row.label()));
      cells.add(row.verdict().map(Verdict::name).orElse("not begun"));
      if (any) {
        cells.add(row.expected().map(Verdict::name).orElse(""));
      }
      cells.add(row.directory());
      table.row(cells.toArray());
    }
    terminal.line("");
    terminal.line("Sweep of " + scenario);
    table.lines().forEach(terminal::line);
    reasons.forEach(terminal::line);
    if (reasons.isEmpty()) {
      asExpected().ifPresent(terminal::line);
    }
    terminal.line("Run directory: " + directory.display());
    terminal.verdict("", verdict);
  }
}
