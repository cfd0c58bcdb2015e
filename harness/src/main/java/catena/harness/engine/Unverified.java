package catena.harness.engine;

import catena.harness.activity.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a run has done to tables and not verified behind it: the verification of one table says
 * nothing of another.
 */
public final class Unverified {
  private final Set<String> compared = new TreeSet<>();
  private final Map<String, String> open = new TreeMap<>();
  private boolean verified;

  /** Nothing was done yet. */
  public Unverified() {}

  /**
   * Takes note of a part that was performed.
   *
   * @param table that it works on; empty if it works on none
   * @param uncompared what it has left to others, if it is a verification that did
   */
  public void performed(String part, Effect effect, String table, Optional<String> uncompared) {
    if (effect == Effect.VERIFIES) {
      verified = true;
      compare(table, uncompared);
    } else if (effect == Effect.WRITES) {
      changed(table, part);
    } else if (effect == Effect.HITS) {
      Set<String> all = new TreeSet<>(compared);
      all.addAll(open.keySet());
      if (!table.isEmpty()) {
        all.add(table);
      }
      all.forEach(each -> changed(each, part));
    }
  }

  private void compare(String table, Optional<String> uncompared) {
    if (uncompared.isEmpty()) {
      compared.add(table);
      open.remove(table);
      open.remove(""); // whatever table that was
    } else if (!compared.contains(table)) {
      open.put(table, uncompared.get());
    }
  }

  private void changed(String table, String part) {
    compared.remove(table);
    open.putIfAbsent(table, "nothing was verified after " + part);
  }

  /** Why the run proves nothing of some tables, one sentence each; none if all is verified. */
  public List<String> reasons() {
    if (!verified) {
      return List.of("nothing was verified");
    }
    boolean one = compared.size() + open.size() == 1;
    List<String> reasons = new ArrayList<>();
    open.forEach(
        (table, reason) -> reasons.add(one || table.isEmpty() ? reason : table + ": " + reason));
    return reasons;
  }
}
