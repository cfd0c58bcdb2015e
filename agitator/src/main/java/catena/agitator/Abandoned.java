package catena.agitator;

import catena.agitator.fault.InjectedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What agitators that died left open, and where that is written down.
 *
 * @param places the directories whose files say it, those of the runs themselves among them
 * @param byFault who left each fault, the last fault first
 */
record Abandoned(List<Path> places, Map<InjectedFault, OpenFaults> byFault) {
  /**
   * What is open at some places, each fault once. The file of a cluster names the run, which has a
   * file of its own.
   *
   * @param run the run's directory where a file does not say it
   */
  static Abandoned find(Collection<Path> places, Optional<String> run) throws IOException {
    Set<Path> all = new LinkedHashSet<>(places);
    for (Path place : places) {
      OpenFaults.read(place).run().flatMap(Abandoned::local).ifPresent(all::add);
    }
    Map<String, InjectedFault> faults = new LinkedHashMap<>();
    Map<InjectedFault, OpenFaults> owners = new LinkedHashMap<>();
    for (Path place : all) {
      OpenFaults of = OpenFaults.read(place);
      OpenFaults owner = new OpenFaults(of.run().or(() -> run), of.client(), of.faults());
      for (InjectedFault fault : of.faults()) {
        if (faults.putIfAbsent(fault.words(), fault) == null) {
          owners.put(fault, owner);
        }
      }
    }
    List<InjectedFault> last = new ArrayList<>(owners.keySet());
    Collections.reverse(last);
    Map<InjectedFault, OpenFaults> byFault = new LinkedHashMap<>();
    last.forEach(fault -> byFault.put(fault, owners.get(fault)));
    return new Abandoned(List.copyOf(all), byFault);
  }

  /** A run's directory on this machine, if it is there. */
  private static Optional<Path> local(String run) {
    try {
      return Optional.of(Path.of(run)).filter(Files::isDirectory);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The faults, the last one first. */
  List<InjectedFault> faults() {
    return List.copyOf(byFault.keySet());
  }

  /** Who left a fault. */
  OpenFaults of(InjectedFault fault) {
    return byFault.get(fault);
  }
}
