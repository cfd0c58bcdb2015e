package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.cluster.local.LocalCluster;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
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

  /** The faults that are open at any of the places, each once, the last one first. */
  public static List<InjectedFault> find(Collection<Path> places) throws IOException {
    return Abandoned.find(places, Optional.empty()).faults();
  }
}
