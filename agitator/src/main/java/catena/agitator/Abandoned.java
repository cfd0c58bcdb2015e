package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.records.run.RunDirectory;
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
import org.apache.hadoop.conf.Configuration;

/**
 * What agitators that died left open, and where that is written down.
 *
 * @param places the directories whose files say it, those of the runs themselves among them
 * @param remote the runs whose directories are none of this machine's
 * @param byFault who left each fault, the last fault first
 */
record Abandoned(List<Path> places, Set<String> remote, Map<InjectedFault, OpenFaults> byFault) {
  /**
   * What is open at some places, each fault once. The file of a cluster names the run, which has a
   * file of its own.
   *
   * @param run the run's directory where a file does not say it
   */
  static Abandoned find(Collection<Path> places, Optional<String> run) throws IOException {
    Set<Path> all = new LinkedHashSet<>(places);
    Set<String> remote = new LinkedHashSet<>();
    List<String> runs = new ArrayList<>(run.stream().toList());
    for (Path place : places) {
      runs.addAll(OpenFaults.read(place).run().stream().toList());
    }
    for (String each : runs) {
      local(each).ifPresent(all::add);
      if (RunDirectory.isUri(each)) {
        remote.add(each);
      }
    }
    List<OpenFaults> files = new ArrayList<>();
    for (Path place : all) {
      files.add(OpenFaults.read(place));
    }
    for (String each : remote) {
      try (RunDirectory directory = RunDirectory.open(each, new Configuration())) {
        files.add(OpenFaults.read(directory));
      }
    }
    Map<String, InjectedFault> faults = new LinkedHashMap<>();
    Map<InjectedFault, OpenFaults> owners = new LinkedHashMap<>();
    for (OpenFaults of : files) {
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
    return new Abandoned(List.copyOf(all), remote, byFault);
  }

  /** A run's directory on this machine, if it is there. */
  private static Optional<Path> local(String run) {
    try {
      return Optional.of(Path.of(run)).filter(Files::isDirectory);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Takes away what is written down of them. */
  void forget() throws IOException {
    for (Path place : places) {
      UnhealedFaults.forget(place);
    }
    for (String each : remote) {
      try (RunDirectory directory = RunDirectory.open(each, new Configuration())) {
        OpenFaults.none().writeTo(directory);
      }
    }
  }

  /** Whether all of them were left by one part of a run, whose directory says so. */
  boolean areOf(RunDirectory run, String client) throws IOException {
    return OpenFaults.read(run).faults().containsAll(byFault.keySet())
        && byFault.values().stream().allMatch(each -> each.client().equals(Optional.of(client)));
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
