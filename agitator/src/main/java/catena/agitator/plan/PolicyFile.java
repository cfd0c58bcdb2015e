// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Fault;
import catena.agitator.fault.GoingOn;
import catena.agitator.fault.Target;
import catena.agitator.plan.Policy.Rule;
import catena.records.server.Role;
import catena.records.settings.DurationRange;
import catena.records.settings.Texts;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads policies: YAML files in {@code conf/agitation} or anywhere. */
public final class PolicyFile {
  private static final Set<String> KEYS =
      Set.of("about", "gate", "settle", "quiet", "open", "most", "breaks", "faults");
  private static final Set<String> RULE_KEYS =
      Set.of("fault", "target", "victims", "first", "every", "hold", "odds", "options", "during");

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
    SortedMap<Role, Integer> most = new TreeMap<>();
    tree.below("most")
        .texts()
        .forEach(
            (word, number) ->
                role(word)
                    .ifPresent(
                        role -> value(number, Integer::valueOf).ifPresent(n -> most.put(role, n))));
    Set<Role> breaks = EnumSet.noneOf(Role.class);
    tree.list("breaks").forEach(word -> role(word).ifPresent(breaks::add));
    List<Rule> rules = new ArrayList<>();
    tree.children("faults").forEach(rule -> rule(rule).ifPresent(rules::add));
    problems.unless(
        !rules.isEmpty() || !problems.found().isEmpty(), name + ": faults must list at least one");
    boolean gate = tree.isGated(name);
    Duration settle =
        tree.text("settle").flatMap(t -> value(t, Texts::parseDuration)).orElse(Duration.ZERO);
    Duration quiet =
        tree.text("quiet").flatMap(t -> value(t, Texts::parseDuration)).orElse(Duration.ZERO);
    boolean waits = rules.stream().anyMatch(rule -> rule.during().isPresent());
    int open =
        tree.text("open").flatMap(t -> value(t, PolicyFile::open)).orElse(waits ? 2 : Plan.ANY);
    problems.unless(
        !gate || !waits,
        name + ": with gate healthy nothing goes on when a fault begins; during needs gate none");
    problems.throwIfAny();
    return new Policy(name, gate, settle, quiet, open, most, breaks, rules);
  }

  private static int open(String text) {
    int open = Integer.parseInt(text);
    if (open < 1) {
      throw new IllegalArgumentException("at least one fault must be open at times");
    }
    return open;
  }

  private Optional<Rule> rule(YamlTree tree) {
    tree.only(RULE_KEYS);
    Optional<Fault> fault = tree.required("fault").flatMap(this::fault);
    Optional<Target> target = tree.required("target").map(Target::parse);
    Optional<DurationRange> every =
        tree.required("every").flatMap(text -> value(text, DurationRange::parse));
    Optional<DurationRange> first = tree.text("first").flatMap(t -> value(t, DurationRange::parse));
    Optional<VictimCount> victims =
        value(tree.text("victims").orElse("1"), text -> VictimCount.parse(text));
    Optional<DurationRange> hold = value(tree.text("hold").orElse("0"), DurationRange::parse);
    Optional<Double> odds = value(tree.text("odds").orElse("1"), PolicyFile::odds);
    Optional<GoingOn> during = tree.text("during").flatMap(this::during);
    if (fault.isEmpty()
        || target.isEmpty()
        || every.isEmpty()
        || victims.isEmpty()
        || hold.isEmpty()
        || odds.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> options = tree.below("options").texts();
    return Optional.of(
        new Rule(
            fault.get(),
            target.get(),
            victims.get(),
            first,
            every.get(),
            hold.get(),
            odds.get(),
            new TreeMap<>(options),
            during));
  }

  private Optional<GoingOn> during(String word) {
    Optional<GoingOn> what = GoingOn.of(word);
    problems.unless(
        what.isPresent(),
        "%s: a fault is not known to be during '%s'; write one of %s"
            .formatted(name, word, GoingOn.words()));
    return what;
  }

  private static double odds(String text) {
    double odds = Double.parseDouble(text);
    if (!(odds > 0 && odds <= 1)) {
      throw new IllegalArgumentException(text + " is no likelihood above 0 and up to 1");
    }
    return odds;
  }

  private Optional<Fault> fault(String word) {
    Optional<Fault> fault = Fault.of(word);
    problems.unless(
        fault.isPresent(), name + ": there is no fault '" + word + "'; there are " + Fault.words());
    return fault;
  }

  private Optional<Role> role(String word) {
    Optional<Role> role = Role.of(word);
    problems.unless(
        role.isPresent(), name + ": there is no role '" + word + "'; roles are " + Role.words());
    return role;
  }

  private <T> Optional<T> value(String text, Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) { // a NumberFormatException too
      problems.add(name + ": '" + text + "' is not allowed: " + e.getMessage());
      return Optional.empty();
    }
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
