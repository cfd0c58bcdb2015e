// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.graph.judge.FindingKind;
import catena.records.ledger.LedgerTotals;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.words.Amounts;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/**
 * What {@code verdict.json} holds.
 *
 * @param unfinished whether the run or the command that will conclude it is still at work, or died
 * @param at when it was concluded, ISO 8601 in UTC; empty in files of older versions
 * @param reasons why it is what it is, and what a pass does not cover; one sentence each
 * @param proof what was compared
 * @param tally counters by name
 * @param findings how many findings of each kind; kinds without any are left out
 * @param atWork who is still at work, or died: FAIL once it has found something, else UNKNOWN;
 *     empty in files of older versions
 * @param before what was concluded before those at work end
 * @param replaced what stood there before one of those at work that will replace it
 */
public record VerdictFile(
    Verdict verdict,
    boolean unfinished,
    Optional<String> at,
    List<String> reasons,
    Proof proof,
    SortedMap<String, Long> tally,
    SortedMap<FindingKind, Long> findings,
    SortedMap<String, Verdict> atWork,
    Optional<VerdictFile> before,
    Optional<VerdictFile> replaced) {
  /** Between what is at work and the number that tells it from another. */
  static final String ID = " #";

  /** Copies the collections; what a damaged file does not say is in doubt. */
  public VerdictFile {
    verdict = verdict == null ? Verdict.UNKNOWN : verdict;
    reasons = List.copyOf(reasons);
    proof = proof == null ? Proof.NONE : proof;
    tally = new TreeMap<>(tally);
    findings = new TreeMap<>(findings);
    atWork = new TreeMap<>(atWork == null ? Map.of() : atWork);
  }

  /** From plain maps, without a proof and a time. */
  public static VerdictFile of(
      Verdict verdict,
      List<String> reasons,
      Map<String, Long> tally,
      Map<FindingKind, Long> findings) {
    return new VerdictFile(
        verdict,
        false,
        Optional.empty(),
        reasons,
        Proof.NONE,
        new TreeMap<>(tally),
        new TreeMap<>(findings),
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same with what was compared. */
  public VerdictFile withProof(Proof what) {
    return new VerdictFile(
        verdict, unfinished, at, reasons, what, tally, findings, atWork, before, replaced);
  }

  /** The same, concluded at a time. */
  public VerdictFile at(Instant time) {
    Optional<String> when = Optional.of(time.toString());
    return new VerdictFile(
        verdict, unfinished, when, reasons, proof, tally, findings, atWork, before, replaced);
  }

  /** What stands while processes are at work on what follows what was concluded before. */
  static VerdictFile pending(
      SortedMap<String, Verdict> working,
      Optional<VerdictFile> standing,
      Optional<VerdictFile> replaced) {
    boolean fails =
        working.containsValue(Verdict.FAIL) || standing.filter(VerdictFile::fails).isPresent();
    List<String> reasons = new ArrayList<>(fails ? List.of("a fault was found") : List.of());
    working.keySet().stream()
        .map(each -> name(each) + " is not finished")
        .distinct()
        .forEach(reasons::add);
    standing.map(VerdictFile::beforeIt).ifPresent(reasons::add);
    replaced.map(VerdictFile::beforeIt).ifPresent(reasons::add);
    return new VerdictFile(
        fails ? Verdict.FAIL : Verdict.UNKNOWN,
        true,
        Optional.empty(),
        reasons,
        Proof.NONE,
        new TreeMap<>(),
        new TreeMap<>(),
        working,
        standing,
        replaced);
  }

  /** What one of those at work is called. */
  static String name(String key) {
    return key.substring(0, key.lastIndexOf(ID));
  }

  /** The same with another verdict and reasons. */
  public VerdictFile with(Verdict other, List<String> why) {
    return new VerdictFile(
        other, unfinished, at, why, proof, tally, findings, atWork, before, replaced);
  }

  /** The worse of this and another verdict, with what speaks for that one. */
  VerdictFile and(Verdict other, String why) {
    List<String> reasons = new ArrayList<>(this.reasons);
    if (!reasons.contains(why)) {
      reasons.add(why);
    }
    return with(verdict.and(other), reasons);
  }

  /** The worse of what stands and what stood before it, where both are known. */
  static Optional<VerdictFile> worse(Optional<VerdictFile> file, Optional<VerdictFile> former) {
    return file.isPresent() && former.isPresent()
        ? Optional.of(file.get().and(former.get().verdict(), former.get().beforeIt()))
        : file.or(() -> former);
  }

  /** What a verdict that follows this one says of it. */
  String beforeIt() {
    boolean unread = at.isEmpty() && verdict == Verdict.UNKNOWN;
    return "before it: " + (unread ? String.join("; ", reasons) : inWords());
  }

  /** Whether it is a FAIL. */
  boolean fails() {
    return verdict == Verdict.FAIL;
  }

  /** The verdict, its time and its findings, in one line for a person. */
  public String inWords() {
    String counts = Findings.inWords(findings);
    return verdict
        + at.map(time -> " as of " + time).orElse("")
        + (counts.isEmpty() ? "" : ": " + counts);
  }

  /**
   * Why the verdict does not hold for all that the directory's ledgers have acknowledged by now.
   *
   * @param directory in which this verdict stands
   * @return empty if nothing was acknowledged since, or the verdict has no ledgers
   */
  public Optional<String> outdated(RunDirectory directory) throws IOException {
    if (proof.ledgers().isEmpty()) {
      return Optional.empty();
    }
    LedgerTotals then = proof.ledgers().get();
    LedgerTotals now = LedgerTotals.of(directory);
    long entries = now.entries() - then.entries();
    long deletes = now.deletes() - then.deletes();
    boolean same = now.windows() == then.windows() && entries == 0 && deletes == 0;
    if (same && now.writers() >= then.writers()) { // one that has only begun has promised nothing
      return Optional.empty();
    }
    String since =
        entries < 0 || deletes < 0 || same
            ? "its table was made anew, or ledgers were lost"
            : "%s entries and %s deletes were acknowledged and not compared"
                .formatted(Amounts.grouped(entries), Amounts.grouped(deletes));
    return Optional.of(inWords() + "; since then " + since + ": verify again");
  }

  /**
   * The same of the verdict that stands in a directory, for commands that work with it; empty also
   * where there is none, or where it or a ledger cannot be read.
   */
  public static Optional<String> age(RunDirectory directory) {
    try {
      Optional<VerdictFile> file = readFrom(directory);
      return file.isPresent() ? file.get().outdated(directory) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Replaces {@code verdict.json} of a run directory. */
  public void writeTo(RunDirectory directory) throws IOException {
    writeTo(directory, directory.verdict());
  }

  /** Replaces one of the files of a run directory that hold a verdict. */
  public void writeTo(RunDirectory directory, Path file) throws IOException {
    directory.writeAtomically(file, Json.PRETTY.writeValueAsBytes(this), "the verdict");
  }

  /** Reads {@code verdict.json} of a run directory; empty if there is none. */
  public static Optional<VerdictFile> readFrom(RunDirectory directory) throws IOException {
    return readFrom(directory, directory.verdict());
  }

  /** Reads one of the files of a run directory that hold a verdict; empty if there is none. */
  public static Optional<VerdictFile> readFrom(RunDirectory directory, Path file)
      throws IOException {
    return Json.read(directory, file, VerdictFile.class);
  }
}
