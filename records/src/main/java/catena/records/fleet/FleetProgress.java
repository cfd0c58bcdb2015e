// SPDX-License-Identifier: Apache-2.0
package catena.records.fleet;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * How far the coordinators of a fleet have come, so that another one can go on. Each coordinator
 * writes its own files, named by its term; ZooKeeper says which of them counts.
 *
 * @param handle by which the engine finds the workers that it started; empty before
 * @param phases those that are over, in their order
 * @param doubts of the coordinators before
 */
public record FleetProgress(String handle, List<Done> phases, List<String> doubts) {
  /**
   * A phase that is over; {@code phases/<index>-<term>.json}.
   *
   * @param parts the outcome of each of its parts, in their order; none if it was left out
   * @param leftOut why it was left out; empty if it was not
   * @param tookMillis how long it took
   */
  public record Done(List<PartOutcome> parts, String leftOut, long tookMillis) {
    /** Copies the parts. */
    public Done {
      parts = List.copyOf(parts);
    }

    /** Writes it. */
    public void writeTo(RunDirectory directory, int index, int term) throws IOException {
      write(directory, directory.phase(index, term), this, "what a phase came to");
    }
  }

  /**
   * What one coordinator writes next to the phases; {@code phases/coordinator-<term>.json}.
   *
   * @param handle as above; empty if it never had another one than the coordinator before it
   * @param doubts a sentence each, as they arose
   */
  public record Left(String handle, List<String> doubts) {
    /** Copies the doubts. */
    public Left {
      doubts = List.copyOf(doubts);
    }

    /** Writes it in the place of what the same coordinator wrote before. */
    public void writeTo(RunDirectory directory, int term) throws IOException {
      write(directory, directory.coordinator(term), this, "what the coordinator has to say");
    }
  }

  /** Copies the lists. */
  public FleetProgress {
    phases = List.copyOf(phases);
    doubts = List.copyOf(doubts);
  }

  /** The same with more doubts. */
  public FleetProgress doubting(List<String> more) {
    List<String> all = new ArrayList<>(doubts);
    all.addAll(more);
    return new FleetProgress(handle, phases, all);
  }

  private static void write(RunDirectory directory, Path file, Object value, String what)
      throws IOException {
    directory.writeAtomically(file, Json.LINES.writeValueAsBytes(value), what);
  }

  /**
   * That of a run directory.
   *
   * @param over of each phase that is over, the term whose file counts
   * @param term of the caller: all terms before it may have left something
   * @throws IOException if it cannot be read, is damaged, or a file is not there
   */
  public static FleetProgress read(RunDirectory directory, List<Integer> over, int term)
      throws IOException {
    List<Done> phases = new ArrayList<>();
    for (int index = 0; index < over.size(); index++) {
      Path file = directory.phase(index, over.get(index));
      phases.add(
          Json.read(directory, file, Done.class)
              .orElseThrow(() -> new IOException(directory.display(file) + " is not there")));
    }
    String handle = "";
    Set<String> doubts = new LinkedHashSet<>();
    for (int before = 1; before < term; before++) {
      Optional<Left> left = Json.read(directory, directory.coordinator(before), Left.class);
      handle = left.map(Left::handle).filter(its -> !its.isEmpty()).orElse(handle);
      left.map(Left::doubts).ifPresent(doubts::addAll);
    }
    return new FleetProgress(handle, phases, List.copyOf(doubts));
  }

  /**
   * The terms whose files are the last ones of each phase, where ZooKeeper does not say it.
   *
   * @throws IOException if the directory cannot be read
   */
  public static List<Integer> lastTerms(RunDirectory directory) throws IOException {
    List<Integer> over = new ArrayList<>();
    int term = directory.lastTerm();
    for (int left = term; left > 0; left--) {
      if (directory.fileSystem().exists(directory.phase(over.size(), left))) {
        over.add(left);
        left = term + 1; // on with the next phase
      }
    }
    return over;
  }
}
