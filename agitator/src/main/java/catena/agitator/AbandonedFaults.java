// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.records.history.FaultHistory;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What agitators that died left open, and where that is written down. */
public final class AbandonedFaults {
  /** The directories with a file of open faults, including those of the runs. */
  private final Set<String> places;

  /** The first one first; two of different agitators may be equal. */
  private final List<InjectedFault> faults = new ArrayList<>();

  /** The agitator that left each. */
  private final IdentityHashMap<InjectedFault, OpenFaults> byFault = new IdentityHashMap<>();

  private AbandonedFaults(Set<String> places) {
    this.places = places;
  }

  /**
   * What is open at some places, each fault once. The file of a cluster names the run, which has a
   * separate file.
   *
   * @param run the run's directory where a file does not contain it
   */
  static AbandonedFaults at(Collection<Path> places, Optional<String> run) throws IOException {
    Set<String> all = new LinkedHashSet<>();
    List<String> runs = new ArrayList<>(run.stream().toList());
    for (Path place : places) {
      all.add(place.toString());
      runs.addAll(OpenFaults.read(place).run().stream().toList());
    }
    runs.stream().filter(AbandonedFaults::isHere).forEach(all::add);
    runs.stream().filter(RunDirectory::isUri).forEach(all::add);
    List<OpenFaults> files = new ArrayList<>();
    for (String each : all) {
      try (RunDirectory directory = RunDirectory.open(each)) {
        files.add(OpenFaults.read(directory));
      } catch (IOException | UsageException e) { // HDFS may be down by what is known here
        if (!RunDirectory.isUri(each) || files.stream().allMatch(of -> of.faults().isEmpty())) {
          throw e;
        }
      }
    }
    Set<List<?>> known = new HashSet<>();
    AbandonedFaults left = new AbandonedFaults(all);
    for (OpenFaults of : files) {
      OpenFaults owner = new OpenFaults(of.run().or(() -> run), of.client(), of.faults());
      for (InjectedFault fault : of.faults()) {
        if (known.add(List.of(owner.run(), owner.client(), fault.words()))) {
          left.faults.add(fault);
          left.byFault.put(fault, owner);
        }
      }
    }
    return left;
  }

  /** Whether a run's directory is on this machine, and there. */
  private static boolean isHere(String run) {
    try {
      return Files.isDirectory(Path.of(run));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Removes the records of them. */
  void forget() throws IOException {
    for (String each : places) {
      try (RunDirectory directory = RunDirectory.open(each)) {
        OpenFaults.none().writeTo(directory);
      }
    }
  }

  /** Whether the run directory shows that one part of that run left all of them. */
  boolean areOf(RunDirectory run, String client) throws IOException {
    return OpenFaults.read(run).faults().containsAll(faults)
        && byFault.values().stream().allMatch(each -> each.client().equals(Optional.of(client)));
  }

  /** The faults, the last one first. */
  List<InjectedFault> faults() {
    return Lists.reverse(List.copyOf(faults));
  }

  /** The agitator that left a fault. */
  OpenFaults of(InjectedFault fault) {
    return byFault.get(fault);
  }

  /**
   * Refuses to begin where something is open.
   *
   * @throws UsageException if so
   */
  static void refuse(AbandonedFaults abandoned) {
    List<InjectedFault> left = abandoned.faults();
    if (!left.isEmpty()) {
      throw new UsageException(
          "An agitator at work, or one that died or saw the cluster not whole, left faults open here ("
              + String.join("; ", left.stream().map(InjectedFault::words).toList())
              + "): wait for it, or heal them by bin/catena agitate --heal");
    }
  }

  /**
   * The doubts that the journal of a run shows about what one part did before its process died; for
   * the process that takes the run over, since the other one reported nothing at its end. {@link
   * Healing#healOwn} checks whether all is healed and the cluster whole.
   *
   * @param journal its name
   * @param part under whose name it wrote there
   * @return a sentence each
   * @throws IOException if the journal cannot be read
   */
  public static List<String> doubts(RunDirectory run, String journal, String part)
      throws IOException {
    List<String> doubts = new ArrayList<>();
    FaultHistory history = new FaultHistory();
    JournalReader.readAll(
        run,
        journal,
        event -> {
          if (event instanceof Event.OfFault ofFault && ofFault.client().equals(part)) {
            boolean unused = history.accept(ofFault);
            if (ofFault instanceof Event.FaultDoubted doubted) {
              doubts.add(doubted.reason());
            }
          }
        });
    history.faults().stream()
        .filter(fault -> !fault.proven() && fault.doubts().isEmpty())
        .map(fault -> fault.inWords() + " was begun, and it was not seen whether it took effect")
        .forEach(doubts::add);
    return doubts.stream().map(why -> part + ", before the run was taken over: " + why).toList();
  }

  /** The faults that are open at any of the places, each once, the last one first. */
  public static List<InjectedFault> find(Collection<Path> places) throws IOException {
    return at(places, Optional.empty()).faults();
  }
}
