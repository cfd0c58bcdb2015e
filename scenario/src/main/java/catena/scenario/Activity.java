package catena.scenario;

import catena.agitator.AgitateSettings;
import catena.batchwalker.BatchWalk;
import catena.harness.reader.ReadActivity;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.ingest.CreateTableCommand;
import catena.ingest.IngestCommand;
import catena.ingest.write.IngestPlan;
import catena.verify.job.VerifySettings;
import catena.walker.Scan;
import catena.walker.Walk;
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
  /** Follows references from row to row. */
  WALK,
  /** Follows many references at once. */
  BATCHWALK,
  /** Reads ranges of rows. */
  SCAN,
  /** Waits until every server is back and every tablet hosted. */
  QUIESCE,
  /** Verifies what was promised. */
  VERIFY,
  /** Hits servers by a plan, and heals them. */
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
      case WALK, BATCHWALK, SCAN -> reader().orElseThrow().settings();
      case QUIESCE -> Quiesce.SETTINGS;
      case VERIFY -> List.copyOf(VerifySettings.all());
      case AGITATE -> AgitateSettings.ALL;
    };
  }

  /** The way of reading that it is, if it is one. */
  Optional<ReadActivity> reader() {
    return switch (this) {
      case WALK -> Optional.of(new Walk());
      case BATCHWALK -> Optional.of(new BatchWalk());
      case SCAN -> Optional.of(new Scan());
      case CREATETABLE, INGEST, QUIESCE, VERIFY, AGITATE -> Optional.empty();
    };
  }

  /** Whether it may go on beside other parts of the same phase. */
  boolean sociable() {
    return switch (this) {
      case INGEST, WALK, BATCHWALK, SCAN, AGITATE -> true;
      case CREATETABLE, QUIESCE, VERIFY -> false;
    };
  }

  /** Whether what was verified before it says nothing of the table behind it. */
  boolean changes() {
    return switch (this) {
      case CREATETABLE, INGEST, AGITATE -> true;
      case WALK, BATCHWALK, SCAN, QUIESCE, VERIFY -> false;
    };
  }

  /** Whether, with these settings, it goes on until it is asked to stop. */
  boolean endless(Settings settings) {
    return switch (this) {
      case INGEST -> IngestPlan.of(settings).endless();
      case WALK, BATCHWALK, SCAN -> reader().orElseThrow().endless(settings);
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
