package catena.harness.command;

import catena.records.settings.Setting;
import java.util.List;

/**
 * What the help of a command tells beside its options.
 *
 * @param examples command lines as somebody would type them, from {@code bin/catena} on
 * @param statuses the exit statuses with their meanings, in a line
 * @param settings that the command reads
 */
public record Manual(List<String> examples, String statuses, List<Setting<?>> settings) {
  /** The statuses of a command that ends with a verdict. */
  public static final String VERDICTS =
      "0 PASS, 1 FAIL, 2 UNKNOWN, 3 BUDGET, 64 usage or settings error";

  /** The statuses of a command that only does or prints something. */
  public static final String DONE = "0 done, 2 not completed, 64 usage or settings error";

  /** Copies the lists. */
  public Manual {
    examples = List.copyOf(examples);
    settings = List.copyOf(settings);
  }

  /** Of a command without settings. */
  public static Manual of(String statuses, String... examples) {
    return new Manual(List.of(examples), statuses, List.of());
  }

  /** The same of a command that reads these settings. */
  public Manual reading(List<? extends Setting<?>> those) {
    return new Manual(examples, statuses, List.copyOf(those));
  }
}
