package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.cluster.local.LocalCluster;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.records.history.FaultHistory;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /**
   * Heals what one part of a run left open when its process died; for who has taken the run over,
   * before the cluster is asked anything, which may not answer with these faults.
   *
   * @param part its name
   * @param settings of the part
   * @throws UsageException if something of it is open still
   */
  public static void heal(
      RunDirectory run,
      String part,
      Path clientProperties,
      Optional<LocalCluster> local,
      Settings settings,
      Terminal terminal,
      CommandContext context)
      throws Exception {
    new Healing(settings, terminal, context.clock(), context.stop())
        .healOwn(run, part, clientProperties, local);
  }

  /**
   * What the journal of a run holds against what one part did before its process died; for who has
   * taken the run over, since that process said nothing of it at its end. Whether all is healed and
   * the cluster whole is for {@link #heal} to see.
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
    try {
      JournalReader.Summary unused =
          JournalReader.read(
              run.fileSystem(),
              run.events(journal),
              event -> {
                if (event instanceof Event.OfFault told && told.client().equals(part)) {
                  boolean unusedToo = history.accept(told);
                  if (told instanceof Event.FaultDoubted doubted) {
                    doubts.add(doubted.reason());
                  }
                }
              });
    } catch (FileNotFoundException e) {
      return List.of(); // it died before it did anything
    }
    history.faults().stream()
        .filter(fault -> !fault.proven() && fault.doubts().isEmpty())
        .map(fault -> fault.inWords() + " was begun, and it was not seen whether it took effect")
        .forEach(doubts::add);
    return doubts.stream().map(why -> part + ", before the run was taken over: " + why).toList();
  }

  /** The faults that are open at any of the places, each once, the last one first. */
  public static List<InjectedFault> find(Collection<Path> places) throws IOException {
    return Abandoned.find(places, Optional.empty()).faults();
  }
}
