package catena.harness.command;

import catena.records.settings.Layer;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import com.beust.jcommander.converters.IParameterSplitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The options of commands that read settings; a delegate for JCommander. */
public final class SettingOptions {
  /** Keeps a value with commas whole. */
  public static final class Whole implements IParameterSplitter {
    @Override
    public List<String> split(String value) {
      return List.of(value);
    }
  }

  @Parameter(
      names = {"-p", "--properties"},
      description = "a file of settings; may be repeated, the last one wins",
      splitter = Whole.class)
  private List<String> properties = new ArrayList<>();

  @Parameter(
      names = "-o",
      description = "one setting, key=value; may be repeated",
      splitter = Whole.class)
  private List<String> assignments = new ArrayList<>();

  @ParametersDelegate private final HelpOption help = new HelpOption();

  /**
   * The layers of settings that the options give, the weaker first.
   *
   * @param between what stands above the files and below {@code -o}: a scenario's own
   * @throws UsageException if a file cannot be read or an assignment has no {@code =}; all problems
   *     at once
   */
  public List<Layer> layers(List<Layer> between) {
    Problems problems = new Problems();
    List<Layer> layers = new ArrayList<>();
    for (String file : properties) {
      problems.check(() -> layers.add(Layer.ofProperties(Path.of(file))));
    }
    layers.addAll(between);
    problems.check(() -> layers.add(Layer.ofAssignments("-o", assignments)));
    problems.throwIfAny();
    return layers;
  }

  /** Whether to print the options only. */
  public boolean help() {
    return help.asked();
  }
}
