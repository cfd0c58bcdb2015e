// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Fault;
import catena.agitator.fault.Target;
import catena.agitator.plan.Policy.Rule;
import catena.records.server.Role;
import catena.records.settings.DurationRange;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads policies: YAML files in {@code conf/agitation} or anywhere. */
public final class PolicyFile {
  private static final Set<String> KEYS =
      Set.of("about", "gate", "settle", "quiet", "open", "most", "breaks", "faults");
  private static final Set<String> RULE_KEYS =
      Set.of("fault", "target", "victims", "first", "every", "hold", "odds", "options", "during");

  private static final VictimCount ONE = new VictimCount(1, 1);
  private static final DurationRange NEVER_HELD = new DurationRange(Duration.ZERO, Duration.ZERO);
  private static final String ENDING = ".yaml";

  private final String name;
  private final Problems problems = new Problems();

  private PolicyFile(String name) {
    this.name = name;
  }

  /**
   * The policy that a word means: a file, or the name of one that is shipped.
   *
   * @throws UsageException if there is none, or with all that is wrong with it
   */
  public static Policy find(String word) {
    Path file = file(word);
    try {
      return parse(nameOf(file), Files.readString(file));
    } catch (IOException e) {
      throw new UsageException("The policy " + file + " cannot be read: " + Reasons.of(e));
    }
  }

  /** Reads the text of a policy. */
  static Policy parse(String name, String text) {
    return new PolicyFile(name).parse(text);
  }

  private Policy parse(String text) {
    YamlTree tree = YamlTree.parse("The policy " + name, text, problems);
    tree.only(KEYS);
    Set<Role> breaks = EnumSet.noneOf(Role.class);
    tree.list("breaks").forEach(word -> tree.role(word).ifPresent(breaks::add));
    List<Rule> rules = new ArrayList<>();
    tree.children("faults").forEach(rule -> rule(rule).ifPresent(rules::add));
    problems.unless(
        !rules.isEmpty() || !problems.found().isEmpty(), name + ": faults must list at least one");
    boolean gate = tree.isGated();
    boolean waits = rules.stream().anyMatch(rule -> rule.during().isPresent());
    problems.unless(
        !gate || !waits,
        name + ": with gate healthy nothing goes on when a fault begins; during needs gate none");
    Policy policy =
        new Policy(
            name,
            gate,
            tree.span("settle").orElse(Duration.ZERO),
            tree.span("quiet").orElse(Duration.ZERO),
            tree.open().orElse(waits ? 2 : Plan.ANY),
            tree.most(),
            breaks,
            rules);
    problems.throwIfAny();
    return policy;
  }

  private static Optional<Rule> rule(YamlTree tree) {
    tree.only(RULE_KEYS);
    Optional<Fault> fault = tree.fault();
    Optional<Target> target = tree.required("target").map(Target::parse);
    Optional<DurationRange> every =
        tree.required("every")
            .flatMap(any -> tree.value("every", PolicyFile::period, "time span or range above 0"));
    Optional<VictimCount> victims =
        tree.value("victims", VictimCount::parse, "number of victims, such as 2, 1:3 or all");
    Optional<Double> odds = tree.value("odds", PolicyFile::odds, "likelihood above 0 and up to 1");
    return fault.isEmpty() || target.isEmpty() || every.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Rule(
                fault.get(),
                target.get(),
                victims.orElse(ONE),
                tree.range("first"),
                every.get(),
                tree.range("hold").orElse(NEVER_HELD),
                odds.orElse(1.0),
                tree.options(),
                tree.during()));
  }

  /** One of no length would plan a fault for each millisecond. */
  private static DurationRange period(String text) {
    DurationRange period = DurationRange.parse(text);
    if (period.max().isZero()) {
      throw new IllegalArgumentException(text);
    }
    return period;
  }

  private static double odds(String text) {
    double odds = Double.parseDouble(text);
    if (!(odds > 0 && odds <= 1)) {
      throw new IllegalArgumentException(text);
    }
    return odds;
  }

  /**
   * The file that a word means: by its path, or by its name among those that are shipped.
   *
   * @throws UsageException if there is none, naming those that are shipped
   */
  static Path file(String word) {
    Optional<Path> shipped = home().map(directory -> directory.resolve(word + ENDING));
    return Stream.concat(Stream.of(Path.of(word)), shipped.stream())
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException("There is no file " + word + "; conf/agitation has " + names()));
  }

  static String nameOf(Path file) {
    return file.getFileName().toString().replace(ENDING, "");
  }

  private static Optional<Path> home() {
    return Optional.ofNullable(System.getProperty("catena.home"))
        .map(home -> Path.of(home, "conf", "agitation"))
        .filter(Files::isDirectory);
  }

  private static String names() {
    return home()
        .flatMap(directory -> Optional.ofNullable(directory.toFile().list()))
        .map(all -> Stream.of(all).map(Path::of).map(PolicyFile::nameOf).sorted().toList())
        .map(names -> String.join(", ", names))
        .orElse("none that can be listed");
  }
}
