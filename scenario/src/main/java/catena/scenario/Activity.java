package catena.scenario;

import catena.harness.settings.Setting;
import catena.ingest.CreateTableCommand;
import catena.ingest.IngestCommand;
import catena.verify.VerifySettings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a phase of a scenario does. */
enum Activity {
  /** Makes the table. */
  CREATETABLE(List.copyOf(CreateTableCommand.SETTINGS)),
  /** Writes the graph. */
  INGEST(List.copyOf(IngestCommand.SETTINGS)),
  /** Waits until every server is back and every tablet hosted. */
  QUIESCE(List.copyOf(Quiesce.SETTINGS)),
  /** Verifies what was promised. */
  VERIFY(List.copyOf(VerifySettings.all()));

  private final List<Setting<?>> settings;

  Activity(List<Setting<?>> settings) {
    this.settings = settings;
  }

  /** The word in a scenario. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The settings that it reads. */
  List<Setting<?>> settings() {
    return settings;
  }

  static Optional<Activity> of(String word) {
    return Arrays.stream(values()).filter(activity -> activity.word().equals(word)).findFirst();
  }

  /** All the words, for messages. */
  static String words() {
    return Arrays.stream(values()).map(Activity::word).collect(Collectors.joining(", "));
  }
}
