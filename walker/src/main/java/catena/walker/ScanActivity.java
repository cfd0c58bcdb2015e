package catena.walker;

import catena.harness.reader.PaceSettings;
import catena.harness.reader.ReadActivity;
import catena.harness.reader.ReadPhase;
import catena.harness.reader.ReadSettings;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import java.util.List;
import java.util.stream.Stream;

/** Scanning: random ranges are read as a whole. */
public final class ScanActivity implements ReadActivity {
  private static final PaceSettings PACE = new PaceSettings("scan", "scans");

  private static final Setting<Integer> ENTRIES =
      Setting.ofInt(
          "scan.entries", 5000, 1, 10_000_000, "approximate number of entries in a range");

  private static final ScannerShape.Settings SHAPE = new ScannerShape.Settings("scan");

  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS =
      Stream.of(ReadSettings.ALL, PACE.all(), List.<Setting<?>>of(ENTRIES), SHAPE.all())
          .<Setting<?>>flatMap(List::stream)
          .toList();

  /** The activity. */
  public ScanActivity() {}

  @Override
  public String name() {
    return "scan";
  }

  @Override
  public String about() {
    return "scan random ranges of rows and check all that is in them";
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bin/catena scan -c client.properties runs/soak",
        "bin/catena scan -c client.properties -o scan.duration=1h runs/soak");
  }

  @Override
  public String operations() {
    return "scans";
  }

  @Override
  public List<Setting<?>> settings() {
    return SETTINGS;
  }

  @Override
  public PaceSettings pace() {
    return PACE;
  }

  @Override
  public ReadPhase.Readers readers(Settings settings) {
    int entries = settings.get(ENTRIES);
    ScannerShape shape = SHAPE.of(settings);
    return seat -> new RangeReader(seat, entries, shape);
  }
}
