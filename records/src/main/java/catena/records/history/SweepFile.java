// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * What {@code sweep.json} of the directory of a sweep holds: its rows, each of them a run with its
 * own directory below it.
 *
 * @param scenario its name
 */
public record SweepFile(String scenario, List<SweepEntry> rows) {
  /** Copies the collections. */
  public SweepFile {
    rows = List.copyOf(rows);
  }

  /**
   * One row.
   *
   * @param number from 1
   * @param label what distinguishes it from the others
   * @param parameters their texts by name
   * @param directory the name of the run's directory
   * @param verdict the run's verdict; empty until it has one
   * @param expected the verdict that the scenario expects; empty if it expects none
   */
  public record SweepEntry(
      int number,
      String label,
      Map<String, String> parameters,
      String directory,
      Optional<Verdict> verdict,
      Optional<Verdict> expected) {
    /** Copies the collections. */
    public SweepEntry {
      parameters = new LinkedHashMap<>(parameters);
    }

    /** The same with the verdict of the run. */
    public SweepEntry with(Verdict came) {
      return new SweepEntry(number, label, parameters, directory, Optional.of(came), expected);
    }

    /** Whether the verdict is the expected one; where none is said, a PASS is expected. */
    public boolean asExpected() {
      return verdict.equals(expected.or(() -> Optional.of(Verdict.PASS)));
    }
  }

  /**
   * Opens the directories of those runs that have begun; the caller closes them.
   *
   * @param sweep the directory above them
   * @throws IOException if it cannot be read
   */
  public List<RunDirectory> open(RunDirectory sweep) throws IOException {
    List<RunDirectory> begun = new ArrayList<>();
    for (SweepEntry row : rows) {
      Path path = sweep.path(row.directory());
      if (sweep.fileSystem().exists(path)) {
        begun.add(RunDirectory.open(path.toString(), sweep.fileSystem().getConf()));
      }
    }
    return begun;
  }

  /** Replaces {@code sweep.json}. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.sweep(), Json.PRETTY.writeValueAsBytes(this), "the rows of the sweep");
  }
}
