// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Fault;
import catena.agitator.fault.TimedFault;
import catena.records.settings.Texts;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A plan as text that people read and {@code --plan} takes: YAML with a line for each fault.
 *
 * <p>Texts stand in quotes where YAML would see something else in them.
 */
public final class PlanFile {
  private static final Set<String> KEYS =
      Set.of("policy", "seed", "gate", "quiet", "open", "most", "faults");
  private static final Set<String> FAULT_KEYS =
      Set.of("id", "at", "fault", "targets", "hold", "during", "options");

  private final String name;
  private final Problems problems = new Problems();

  private PlanFile(String name) {
    this.name = name;
  }

  /** A plan as a file that {@link #read} takes. */
  public static String text(Plan plan) {
    StringBuilder text = new StringBuilder();
    text.append("policy: ").append(quoted(plan.policy())).append('\n');
    text.append("seed: ").append(plan.seed()).append('\n');
    text.append("gate: ").append(plan.gate() ? YamlTree.HEALTHY : "none").append('\n');
    text.append("quiet: ").append(Texts.duration(plan.quiet())).append('\n');
    if (plan.open() != Plan.ANY) {
      text.append("open: ").append(plan.open()).append('\n');
    }
    text.append("most: {").append(most(plan)).append("}\n");
    text.append(plan.faults().isEmpty() ? "faults: []\n" : "faults:\n");
    plan.faults().forEach(fault -> text.append("  - {").append(line(fault)).append("}\n"));
    return text.toString();
  }

  private static String most(Plan plan) {
    return plan.most().entrySet().stream()
        .map(each -> each.getKey().word() + ": " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String line(TimedFault fault) {
    String line =
        "id: %d, at: %s, fault: %s, targets: [%s], hold: %s"
            .formatted(
                fault.id(),
                Texts.duration(fault.at()),
                fault.fault(),
                fault.targets().stream().map(PlanFile::quoted).collect(Collectors.joining(", ")),
                Texts.duration(fault.hold()));
    line += fault.during().map(what -> ", during: " + what.word()).orElse("");
    return fault.options().isEmpty() ? line : line + ", options: {" + options(fault) + "}";
  }

  private static String options(TimedFault fault) {
    return fault.options().entrySet().stream()
        .map(each -> each.getKey() + ": " + quoted(each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String quoted(String text) {
    return text.matches("[a-z][a-z0-9-]*") ? text : "'" + text.replace("'", "''") + "'";
  }

  /**
   * Reads a plan.
   *
   * @throws UsageException if it cannot be read, or with all that is wrong with it
   */
  public static Plan read(Path file) {
    try {
      return parse(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new UsageException(
          "The plan " + file + " cannot be read; name a readable file: " + Reasons.of(e));
    }
  }

  static Plan parse(String name, String text) {
    return new PlanFile(name).tree(text);
  }

  private Plan tree(String text) {
    YamlTree tree = YamlTree.parse("The plan " + name, text, problems);
    tree.only(KEYS);
    List<TimedFault> faults = new ArrayList<>();
    tree.children("faults").forEach(each -> fault(each).ifPresent(faults::add));
    faults.sort(Comparator.comparing(TimedFault::at).thenComparing(TimedFault::id));
    problems.unless(
        !faults.isEmpty() || !problems.found().isEmpty(),
        name + ": faults must list at least one; without any, nothing would be shown");
    boolean distinct = faults.stream().map(TimedFault::id).distinct().count() == faults.size();
    problems.unless(distinct, name + ": two faults have the same id; number them");
    Plan plan =
        new Plan(
            tree.text("policy").orElse(name),
            tree.value("seed", Long::valueOf, "whole number").orElse(0L),
            tree.isGated(),
            tree.span("quiet").orElse(Duration.ZERO),
            tree.open().orElse(Plan.ANY),
            tree.most(),
            faults);
    problems.throwIfAny();
    return plan;
  }

  private Optional<TimedFault> fault(YamlTree tree) {
    tree.only(FAULT_KEYS);
    Optional<Integer> id = tree.required("id").flatMap(any -> tree.number("id"));
    Optional<Duration> at = tree.required("at").flatMap(any -> tree.span("at"));
    Optional<Fault> fault = tree.fault();
    List<String> targets = tree.list("targets");
    problems.unless(!targets.isEmpty(), name + ": a fault needs targets");
    return id.isEmpty() || at.isEmpty() || fault.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TimedFault(
                id.get(),
                at.get(),
                fault.get().word(),
                targets,
                tree.span("hold").orElse(Duration.ZERO),
                tree.options(),
                tree.during()));
  }
}
