package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.harness.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What an agitator that died left open. */
public final class AbandonedFaults {
  private AbandonedFaults() {}

  /**
   * Refuses to begin where something is open.
   *
   * @throws UsageException if so
   */
  static void refuse(Collection<Path> places) throws IOException {
    refuse(Abandoned.find(places, Optional.empty()));
  }

  /**
   * Refuses to begin where something is open.
   *
   * @throws UsageException if so
   */
  static void refuse(Abandoned abandoned) {
    List<InjectedFault> left = abandoned.faults();
    if (!left.isEmpty()) {
      throw new UsageException(
          "An agitator that is at work, or died, left faults open here ("
              + String.join("; ", left.stream().map(InjectedFault::words).toList())
              + "): wait for it, or heal them by bin/catena agitate --heal");
    }
  }

  /** The faults that are open at any of the places, each once, the last one first. */
  public static List<InjectedFault> find(Collection<Path> places) throws IOException {
    return Abandoned.find(places, Optional.empty()).faults();
  }
}
