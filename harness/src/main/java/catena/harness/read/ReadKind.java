package catena.harness.read;

import catena.harness.client.PartOutcome;
import catena.harness.client.StopSignal;
import catena.harness.command.Problems;
import catena.harness.command.Progress;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import java.util.List;

/** A way of reading, as a command and a part of a run need it. */
public interface ReadKind {
  /** Its word: of the command, of the part, and what its own keys begin with. */
  String name();

  /** What its clients make, for people: {@code lookups}. */
  String operations();

  /** The settings that it reads, {@link ReadSettings#ALL} among them. */
  List<Setting<?>> settings();

  /**
   * How many clients there are, how long they read and how fast.
   *
   * @throws catena.harness.command.UsageException if the settings contradict one another
   */
  PaceSettings.Pace pace(Settings settings);

  /**
   * What makes its readers.
   *
   * @throws catena.harness.command.UsageException if the settings contradict one another
   */
  ReadPhase.Readers readers(Settings settings);

  /** Finds what is wrong between the settings, before anything starts. */
  default void check(Settings settings, Problems problems) {
    problems.check(
        () -> {
          PaceSettings.Pace unused = pace(settings);
        });
    problems.check(
        () -> {
          ReadPhase.Readers unused = readers(settings);
        });
    problems.check(
        () -> {
          String unused = ReadSettings.auths(settings);
        });
  }

  /**
   * Reads as one phase, and shows how it goes on.
   *
   * @param stop asks it to end early
   * @throws catena.harness.command.UsageException if nothing can be read as asked
   */
  @SuppressWarnings("try") // the progress shows itself
  default PartOutcome read(ReadPhase.Request request, StopSignal stop) throws Exception {
    ReadPhase phase = new ReadPhase(request, operations(), readers(request.settings()));
    try (Progress progress =
        Progress.start(
            request.terminal(),
            request.name(),
            operations(),
            phase.total(),
            request.pace().duration(),
            phase::done)) {
      return phase.run(stop);
    }
  }
}
