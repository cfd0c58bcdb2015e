// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Reasons;
import catena.records.words.TextTable;
import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * All findings of one verification: into {@code findings.jsonl}, which is replaced as a whole when
 * the verification ends, and in part onto the terminal.
 */
public final class FindingBook implements Closeable {
  private static final Logger LOG = LogManager.getLogger(FindingBook.class);
  private static final int MOST_GROUPS = 10_000;
  private static final int GROUPS_PRINTED = 20;

  /** A journal, which gets findings one by one, must not get a million of them. */
  private static final int MOST_HANDED_ON = 1000;

  /** Rows that are remembered as missing or damaged, some 10 MB; those beyond may count twice. */
  private static final int MOST_REMEMBERED = 100_000;

  /**
   * What findings have in common.
   *
   * @param writer empty for rows that no writer writes
   */
  private record FindingGroup(FindingKind kind, String writer, String place) {}

  private final RunDirectory directory;
  private final Terminal terminal;
  private final Path next;
  private final AppendFile file;
  private final FindingFold fold;
  private final Findings findings;
  private final Map<FindingGroup, Long> groups = new HashMap<>();
  private final Runnable onFault;
  private final Consumer<Finding> each;
  private final Set<String> known = new HashSet<>();
  private final Map<FindingKind, Long> faults = new EnumMap<>(FindingKind.class);
  private Optional<String> first = Optional.empty();
  private boolean failed;
  private boolean ended;

  /**
   * An empty book.
   *
   * @param printed how many findings are printed at most
   * @param inFull how many of one kind, writer and window are written in full
   * @param size how many bytes the file may have, as {@link FindingFold} keeps it
   * @param onFault run at the first fault
   * @param each receives the first {@link #MOST_HANDED_ON} findings, one by one
   */
  public FindingBook(
      RunDirectory directory,
      Terminal terminal,
      long printed,
      long inFull,
      long size,
      Runnable onFault,
      Consumer<Finding> each)
      throws IOException {
    this.onFault = onFault;
    this.each = each;
    this.directory = directory;
    this.terminal = terminal;
    this.next = directory.nextFindings();
    this.file = directory.append(next);
    this.fold = new FindingFold(file::line, inFull, size);
    this.findings = new Findings(terminal::line, printed, "the file");
  }

  /** Notes a fault in a row, whether it can be written to the file or not. */
  public void fault(FindingKind kind, String row) {
    faults.merge(kind, 1L, Long::sum);
    if (known.size() < MOST_REMEMBERED && row.length() <= 16) { // no reference names a longer one
      switch (kind) { // what is missing is UNDEFINED by references, and a wrong checksum CORRUPT
        case LOST, WITHHELD, CORRUPT, MISPLACED, LEAKED, PHANTOM, RESURRECTED -> known.add(row);
        default -> {}
      }
    }
    if (first.isEmpty()) {
      first = Optional.of(row);
    }
    fails(Map.of());
  }

  /**
   * Notes that there is a fault, also where it is not known which row has it.
   *
   * @param counted how many there are of each kind, for those of which no row was named
   */
  public void fails(Map<FindingKind, Long> counted) {
    counted.forEach(faults::putIfAbsent);
    if (!failed) {
      failed = true;
      onFault.run();
    }
  }

  /** Whether there is a fault. */
  public boolean hasFailed() {
    return failed;
  }

  /** The rows that are missing or damaged by now; of very many, those found first. */
  public Set<String> known() {
    return Set.copyOf(known);
  }

  /** How many faults there are of each kind. */
  public Map<FindingKind, Long> faults() {
    return faults;
  }

  /** The row of the first fault. */
  public Optional<String> first() {
    return first;
  }

  /**
   * Writes a finding down, by itself or together with others, and prints it if there is room.
   *
   * @throws IOException if it cannot be written
   */
  public void add(Finding finding) throws IOException {
    if (findings.total() < MOST_HANDED_ON) {
      each.accept(finding);
    }
    findings.add("", finding);
    fold.add(finding);
    FindingGroup group =
        new FindingGroup(
            finding.kind(),
            finding.origin().map(origin -> Integer.toString(origin.writer())).orElse(""),
            finding
                .origin()
                .map(origin -> "block " + origin.block() + " layer " + origin.layer())
                .orElse("no writer's row"));
    if (groups.size() < MOST_GROUPS || groups.containsKey(group)) {
      groups.merge(group, 1L, Long::sum);
    }
  }

  /** What {@code findings.jsonl} does not hold in full, as a sentence; empty if it holds all. */
  public Optional<String> leftOut() {
    return fold.leftOut();
  }

  /** Prints what the findings have in common, the most frequent first. */
  public void printGroups() {
    if (groups.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("finding", "writer", "where", "rows", "meaning");
    groups.entrySet().stream()
        .sorted(
            Map.Entry.<FindingGroup, Long>comparingByValue()
                .reversed()
                .thenComparing(entry -> entry.getKey().toString(), Comparator.naturalOrder()))
        .limit(GROUPS_PRINTED)
        .forEach(
            entry -> {
              FindingGroup group = entry.getKey();
              table.row(
                  group.kind, group.writer, group.place, entry.getValue(), group.kind.meaning());
            });
    table.lines().forEach(terminal::line);
    if (groups.size() > GROUPS_PRINTED) {
      terminal.line("... and " + (groups.size() - GROUPS_PRINTED) + " groups more");
    }
    terminal.line(
        (fold.isWhole() ? "All findings are in " : "Of many findings only the number is in ")
            + directory.display(directory.findings()));
  }

  /**
   * Closes the file and puts it in the place of the one from an earlier verification, the causes of
   * which go with it, unless that is why the run failed and nothing was found, or it has a failure
   * and this is a doubt.
   *
   * @param completed whether this is no doubt
   * @throws IOException naming the file that has the findings if it cannot be put there
   */
  public void publish(boolean completed) throws IOException {
    ended = true;
    try {
      fold.flush();
      file.close();
      if ((findings.total() == 0 || (!completed && !failed)) && stands(completed)) {
        directory.fileSystem().delete(next, false);
      } else {
        for (Path stale : List.of(directory.causes(), directory.causesPage())) {
          boolean unused = directory.fileSystem().delete(stale, false);
        }
        directory.replace(next, directory.findings());
      }
    } catch (IOException e) {
      throw new IOException(
          "the findings are in " + next.getName() + ", as far as written: " + Reasons.of(e), e);
    }
  }

  private boolean stands(boolean completed) throws IOException {
    return directory.fileSystem().exists(directory.findings())
        && VerdictFile.readFrom(directory)
            .filter(VerdictFile::unfinished)
            .filter(now -> !completed || now.replaced().isEmpty()) // else an earlier run's
            .map(now -> now.replaced().orElse(now))
            .filter(its -> its.verdict() == Verdict.FAIL)
            .isPresent();
  }

  /** Publishes what was found if that was not tried; removes the file if nothing is in it. */
  @Override
  public void close() {
    try {
      if (!ended && findings.total() > 0) {
        publish(false);
      } else if (!ended) {
        file.close();
        directory.fileSystem().delete(next, false);
      }
    } catch (IOException e) {
      LOG.error("the file of findings was not closed", e);
    }
  }
}
