// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.settings.Layer;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.converters.IParameterSplitter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of commands that read settings, and use a cluster and a run directory; a delegate for
 * JCommander.
 */
public class TargetOptions {
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

  @Parameter(
      names = {"-c", "--client-props"},
      description = "Accumulo's client properties file")
  private String clientProps;

  @Parameter(
      names = "--run-dir",
      description = "the run directory: a path or the URI of any Hadoop file system")
  private String runDir;

  @Parameter(names = "--dry-run", description = "check everything, say what would be done, stop")
  private boolean dryRun;

  /** No options yet. */
  public TargetOptions() {}

  /** Accumulo's client properties file, if given. */
  public Optional<Path> clientProps() {
    return Optional.ofNullable(clientProps).map(Path::of);
  }

  /**
   * The site's client properties file, which Accumulo's own commands read: {@code
   * accumulo-client.properties} in {@code ACCUMULO_CONF_DIR}, where it is and none is given.
   */
  public Optional<Path> siteProps() {
    return siteProps(System.getenv());
  }

  /** The same in other surroundings. */
  Optional<Path> siteProps(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("ACCUMULO_CONF_DIR"))
        .map(directory -> Path.of(directory, "accumulo-client.properties"))
        .filter(file -> clientProps == null && Files.isReadable(file));
  }

  /**
   * What to say where Hadoop's configuration is the environment's, which no option named: {@code
   * bin/catena} has it on the class path of a command for a site's cluster, and jobs on YARN are
   * submitted by it where {@code hadoop.conf} is not given.
   */
  public static Optional<String> hadoopInWords() {
    return Optional.ofNullable(System.getenv("HADOOP_CONF_DIR"))
        .map(directory -> "Hadoop's configuration of HADOOP_CONF_DIR: " + directory);
  }

  /**
   * Accumulo's client properties file, the one that is given or that of the site.
   *
   * @throws UsageException if there is none
   */
  public Path requireClientProps() {
    return clientProps()
        .or(this::siteProps)
        .orElseThrow(
            () ->
                new UsageException(
                    "Name the cluster's client properties file with -c FILE, or set"
                        + " ACCUMULO_CONF_DIR to where accumulo-client.properties is"
                        + " (bin/catena cluster start prints where its own is)"));
  }

  /**
   * The layers of settings that the options give, the weaker first; those that cannot be read are
   * left out.
   *
   * @param between what stands above the files and below {@code -o}: a scenario's own
   * @param problems takes all of them: a file that cannot be read, that of the client properties,
   *     too, or an assignment that has no {@code =}
   */
  public List<Layer> layers(List<Layer> between, Problems problems) {
    List<Layer> layers = new ArrayList<>();
    for (String file : properties) {
      problems.check(() -> layers.add(Layer.ofProperties(Path.of(file))));
    }
    layers.addAll(between);
    problems.check(() -> layers.add(Layer.ofAssignments("-o", assignments)));
    layers.addAll(above());
    clientProps()
        .ifPresent(
            file ->
                problems.unless(
                    Files.isReadable(file),
                    "-c " + file + ": there is no such file, or it cannot be read"));
    return layers;
  }

  /** What single options set, above all other layers. */
  protected List<Layer> above() {
    return List.of();
  }

  /** The run directory, if given. */
  public Optional<String> runDir() {
    return Optional.ofNullable(runDir);
  }

  /** Whether to stop after the checks. */
  public boolean dryRun() {
    return dryRun;
  }
}
