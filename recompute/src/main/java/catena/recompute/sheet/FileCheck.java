package catena.recompute.sheet;

import java.util.ArrayList;
import java.util.List;

/** What came of the comparison of one file. */
public final class FileCheck {
  private final String file;
  private final List<Difference> differences = new ArrayList<>();
  private final List<String> without = new ArrayList<>();
  private long compared;
  private long notRecomputed;

  /**
   * A cell that is not as it must be.
   *
   * @param where in the file
   */
  public record Difference(String where, String shown, String recomputed) {
    @Override
    public String toString() {
      return where + ": shown " + quoted(shown) + ", recomputed " + quoted(recomputed);
    }

    private static String quoted(String text) {
      return text.isEmpty() ? "nothing" : text;
    }
  }

  FileCheck(String file) {
    this.file = file;
  }

  /** The name of the file of the report, or of its section. */
  public String file() {
    return file;
  }

  /** Counts cells that were compared. */
  void compared(long cells) {
    compared += cells;
  }

  void differs(String where, String shown, String recomputed) {
    differences.add(new Difference(where, shown, recomputed));
  }

  /** Counts cells for which there is no rule. */
  void notRecomputed(String what, long cells) {
    if (cells > 0) {
      notRecomputed += cells;
      without.add(what + " (" + cells + ")");
    }
  }

  /** How many cells were compared. */
  public long compared() {
    return compared;
  }

  /** The cells that differ, in the order of the file. */
  public List<Difference> differences() {
    return List.copyOf(differences);
  }

  /** How many cells there is no rule for. */
  public long notRecomputed() {
    return notRecomputed;
  }

  /** What there is no rule for, with the number of cells. */
  public List<String> without() {
    return List.copyOf(without);
  }
}
