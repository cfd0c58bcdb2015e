// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.cluster.local.LocalCluster;
import catena.harness.activity.CommandOptions;
import catena.harness.activity.Given;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** What only the command line can ask of agitation: a plan, a copy of it, or to heal. */
final class AgitateOptions extends CommandOptions {
  @Parameter(
      names = "--plan",
      description = "a plan to replay exactly (agitate.plan); --dry-run prints one")
  private String plan;

  @Parameter(
      names = "--save-plan",
      description = "also write the plan to this file; the run directory has it as plan.yaml")
  private String savePlan;

  @Parameter(
      names = "--heal",
      description =
          "only heal the faults that a killed agitator left (of --run-dir or of the cluster)")
  private boolean heal;

  boolean heals() {
    return heal;
  }

  @Override
  public List<Layer> layers() {
    return plan == null
        ? List.of()
        : List.of(Layer.of("--plan", Map.of(AgitateSettings.PLAN.key(), plan)));
  }

  void check(CommonOptions common, Problems problems) {
    problems.unless(
        !heal || (plan == null && savePlan == null && !common.dryRun()),
        "--heal heals what is open and plans nothing; leave the other options out");
    problems.unless(
        savePlan == null || writable(Path.of(savePlan).toAbsolutePath()),
        "--save-plan " + savePlan + " cannot be written; name a file in a directory that can");
  }

  private static boolean writable(Path file) {
    return Files.exists(file)
        ? Files.isRegularFile(file) && Files.isWritable(file)
        : Files.isDirectory(file.getParent()) && Files.isWritable(file.getParent());
  }

  @Override
  public Optional<Callable<Verdict>> errand(Settings own, Given given) {
    CommonOptions common = given.find(CommonOptions.class).orElseThrow();
    return heal
        ? Optional.of(
            () ->
                new Healing(
                        own,
                        given.find(Terminal.class).orElseThrow(),
                        given.find(CommandContext.class).orElseThrow().clock(),
                        given.find(CommandContext.class).orElseThrow().stop())
                    .heal(
                        common.requireClientProps(),
                        given.find(LocalCluster.class),
                        common.runDir()))
        : Optional.empty();
  }

  /**
   * Writes the plan where the user wants it, too.
   *
   * @throws UsageException if it cannot be written
   */
  void save(String text) {
    if (savePlan == null) {
      return;
    }
    try {
      Files.writeString(Path.of(savePlan), text);
    } catch (IOException e) {
      throw new UsageException("--save-plan " + savePlan + " cannot be written: " + Reasons.of(e));
    }
  }
}
