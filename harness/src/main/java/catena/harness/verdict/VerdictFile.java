package catena.harness.verdict;

import catena.graph.FindingKind;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code verdict.json} holds.
 *
 * @param reasons why it is not a pass, or what a pass does not cover; one sentence each
 * @param tally counters by name
 * @param findings how many findings of each kind; kinds without any are left out
 */
public record VerdictFile(
    Verdict verdict,
    List<String> reasons,
    SortedMap<String, Long> tally,
    SortedMap<FindingKind, Long> findings) {

  /** Copies the collections. */
  public VerdictFile {
    reasons = List.copyOf(reasons);
    tally = new TreeMap<>(tally);
    findings = new TreeMap<>(findings);
  }

  /** From plain maps. */
  public static VerdictFile of(
      Verdict verdict,
      List<String> reasons,
      Map<String, Long> tally,
      Map<FindingKind, Long> findings) {
    return new VerdictFile(verdict, reasons, new TreeMap<>(tally), new TreeMap<>(findings));
  }

  /** Replaces {@code verdict.json} of a run directory. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.verdict(), Json.PRETTY.writeValueAsBytes(this), "the verdict");
  }

  /** Reads {@code verdict.json} of a run directory; empty if there is none. */
  public static Optional<VerdictFile> readFrom(RunDirectory directory) throws IOException {
    Optional<byte[]> content = directory.read(directory.verdict());
    return content.isEmpty()
        ? Optional.empty()
        : Optional.of(Json.PRETTY.readValue(content.get(), VerdictFile.class));
  }
}
