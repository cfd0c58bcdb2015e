package catena.harness.plant;

import catena.graph.judge.FindingKind;
import java.util.Map;
import java.util.Set;

/**
 * A fault of a table: how it is planted and healed, and what of it is to be found where.
 *
 * @param kind what it is called
 * @param name of what was done, in a few words
 * @param whole by whoever has all authorizations, by row
 * @param narrow by whoever has only {@link Faults#narrow}, by row; what is hidden is not in it
 * @param references by whoever compares references only, by row
 */
public record Fault(
    FindingKind kind,
    String name,
    Map<String, FindingKind> whole,
    Map<String, FindingKind> narrow,
    Map<String, Set<FindingKind>> references,
    Step plant,
    Step heal) {
  /** Copies the maps. */
  public Fault {
    whole = Map.copyOf(whole);
    narrow = Map.copyOf(narrow);
    references = Map.copyOf(references);
  }

  /** A change of the table. */
  @FunctionalInterface
  public interface Step {
    /** Makes it, and waits until it is acknowledged. */
    void run() throws Exception;
  }

  /** Whether only those who lack an authorization see it under its name. */
  public boolean isOfLabels() {
    return !whole.containsValue(kind);
  }

  /** What is found of it by whoever sees it under its name. */
  public Map<String, FindingKind> named() {
    return isOfLabels() ? narrow : whole;
  }

  /** Its row, or the first of them. */
  public String row() {
    return whole.keySet().stream().sorted().findFirst().orElseThrow();
  }
}
