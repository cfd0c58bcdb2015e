package catena.harness.reader;

import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.words.Problems;
import java.util.List;

/** One way of reading a table, as a command and as a part of a run. */
public interface ReadActivity {
  /** Its word: of the command, of the part, of its clients. */
  String name();

  /** What its clients do, for people: {@code lookups}. */
  String operations();

  /** The settings that it reads, {@link ReadSettings#ALL} among them. */
  List<Setting<?>> settings();

  /** How many clients read, how long and how fast. */
  PaceSettings pace();

  /**
   * Finds what is wrong between the settings before anything starts, and makes the readers.
   *
   * @throws catena.harness.words.UsageException if something is
   */
  ReadPhase.Readers readers(Settings settings);

  /** Finds what is wrong between the settings, before anything starts. */
  default void check(Settings settings, Problems problems) {
    problems.check(
        () -> {
          var unused = pace().pace(settings);
        });
    problems.check(
        () -> {
          var unused = readers(settings);
        });
    problems.check(
        () -> {
          var unused = ReadSettings.auths(settings);
        });
  }

  /** Whether, with these settings, it goes on until it is asked to stop. */
  default boolean endless(Settings settings) {
    return pace().pace(settings).endless();
  }
}
