// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.settings.Layer;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.converters.IParameterSplitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The options of commands that read settings; a delegate for JCommander. */
public class SettingOptions {
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

  /** No options yet. */
  public SettingOptions() {}

  /**
   * The layers of settings that the options give, the weaker first.
   *
   * @param between what stands above the files and below {@code -o}: a scenario's own
   * @throws UsageException with all problems at once: a file that cannot be read, an assignment
   *     that has no {@code =}
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
}
