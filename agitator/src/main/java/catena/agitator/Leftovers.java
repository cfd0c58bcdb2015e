package catena.agitator;

import catena.harness.command.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an agitator that died left open. */
final class Leftovers {
  private Leftovers() {}

  /**
   * Refuses to begin where something is open.
   *
   * @throws UsageException if so
   */
  static void refuse(Collection<Path> places) throws IOException {
    List<Deed> left = find(places);
    if (!left.isEmpty()) {
      throw new UsageException(
          "An agitator that is at work, or died, left faults open here ("
              + String.join("; ", left.stream().map(Deed::words).toList())
              + "): wait for it, or mend them by bin/catena agitate --heal");
    }
  }

  /** The faults that are open at any of the places, each once, the last one first. */
  static List<Deed> find(Collection<Path> places) throws IOException {
    Map<String, Deed> found = new LinkedHashMap<>();
    for (Path place : places) {
      OpenFaults.read(place).forEach(deed -> found.putIfAbsent(deed.words(), deed));
    }
    List<Deed> last = new java.util.ArrayList<>(found.values());
    java.util.Collections.reverse(last);
    return last;
  }
}
