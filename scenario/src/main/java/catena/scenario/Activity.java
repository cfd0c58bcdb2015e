package catena.scenario;

import catena.agitator.AgitateSettings;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.ingest.CreateTableCommand;
import catena.ingest.IngestCommand;
import catena.ingest.IngestPlan;
import catena.verify.VerifySettings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a phase of a scenario does. */
enum Activity {
  /** Makes the table. */
  CREATETABLE,
  /** Writes the graph. */
  INGEST,
  /** Waits until every server is back and every tablet hosted. */
  QUIESCE,
  /** Verifies what was promised. */
  VERIFY,
  /** Strikes servers by a plan, and mends them. */
  AGITATE;

  /** The word in a scenario. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The settings that it reads. */
  List<? extends Setting<?>> settings() {
    return switch (this) {
      case CREATETABLE -> CreateTableCommand.SETTINGS;
      case INGEST -> IngestCommand.SETTINGS;
      case QUIESCE -> Quiesce.SETTINGS;
      case VERIFY -> List.copyOf(VerifySettings.all());
      case AGITATE -> AgitateSettings.ALL;
    };
  }

  /** Whether it may go on beside other parts of the same phase. */
  boolean sociable() {
    return switch (this) {
      case INGEST, AGITATE -> true;
      case CREATETABLE, QUIESCE, VERIFY -> false;
    };
  }

  /** Whether, with these settings, it goes on until it is asked to stop. */
  boolean endless(Settings settings) {
    return switch (this) {
      case INGEST -> IngestPlan.of(settings).endless();
      case CREATETABLE, QUIESCE, VERIFY, AGITATE -> false;
    };
  }

  static Optional<Activity> of(String word) {
    return Arrays.stream(values()).filter(activity -> activity.word().equals(word)).findFirst();
  }

  /** All the words, for messages. */
  static String words() {
    return Arrays.stream(values()).map(Activity::word).collect(Collectors.joining(", "));
  }
}
