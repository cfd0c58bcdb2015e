// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.command.Command;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import catena.scenario.docs.DocPage;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterDescription;
import com.beust.jcommander.ParameterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation tells people to type can be typed: it is parsed here, and not run. */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMAND =
      Pattern.compile("^(\\d+: )?(\\s{4,}|> *)(bin/catena|bench/run|mvn) .*");

  /** What pages may ask for in addition to the project's own programs. */
  private static final Set<String> ORDINARY =
      Set.of(
          "cd",
          "cmp",
          "cp",
          "df",
          "du",
          "export",
          "git",
          "grep",
          "kill",
          "less",
          "ls",
          "mkdir",
          "nohup",
          "podman",
          "ps",
          "tail",
          "tar",
          "wait",
          "curl",
          "python3",
          "venv/bin/otava");

  private final List<Setting<?>> settings = Activities.SHIPPED.settings();

  private static List<DocPage.CommandLine> commands() {
    return DocPage.all().stream().flatMap(page -> page.commands().stream()).toList();
  }

  @Test
  void thereAreCommandsOfEachKind() {
    assertThat(commands()).hasSizeGreaterThan(40);
    assertThat(commands())
        .extracting(line -> line.words().get(0))
        .contains("bin/catena", "bench/run", "mvn");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyDocumentedCommandCanBeTyped(DocPage.CommandLine line) {
    assertThat(problem(line)).as(line.toString()).isEmpty();
  }

  /** Those of each command's own help. */
  private static List<String> examples() {
    return Activities.SHIPPED.commands(new StopSignal(), Clock.systemUTC(), List.of()).stream()
        .flatMap(command -> command.description().examples().stream())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleOfTheHelpCanBeTyped(String example) {
    assertThat(problem(new DocPage.CommandLine("help", 1, example, false))).isEmpty();
  }

  @Test
  void noCommandHidesOutsideTheBlocksThatAreChecked() {
    DocPage planted = new DocPage("planted", List.of("Type:", "", "    bin/catena walkabout"));
    assertThat(planted.prose()).anyMatch(COMMAND.asMatchPredicate());
    for (DocPage page : DocPage.all()) {
      assertThat(page.prose()).as(page.name()).noneMatch(COMMAND.asMatchPredicate());
    }
  }

  @Test
  void everySettingThatAPageNamesExists() {
    Set<String> keys = settings.stream().flatMap(Setting::keys).collect(Collectors.toSet());
    Set<String> sections =
        keys.stream()
            .map(key -> key.replaceFirst("\\..*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    sections.removeAll(
        List.of("table", "hadoop")); // Accumulo's and Hadoop's properties begin so, too
    Pattern key = Pattern.compile("(" + String.join("|", sections) + ")(\\.[a-z]+)+");
    Pattern file =
        Pattern.compile(".*\\.(json|jsonl|hlog|ledger|yaml|txt|html|csv|out|md|properties|log)");
    Set<String> known = new TreeSet<>(keys);
    known.add("read.again"); // a detail of findings
    known.add("bulk.workdir"); // of accumulo-testing
    known.add("bulk.memory.limit");
    known.addAll(List.of("pause.enabled", "pause.wait.min", "pause.duration.min"));
    List<String> unknown = new ArrayList<>();
    for (DocPage page : DocPage.all()) {
      page.code().stream()
          .map(code -> code.replaceFirst("=.*", ""))
          .filter(code -> key.matcher(code).matches() && !file.matcher(code).matches())
          .filter(code -> !known.contains(code) && !isPackage(code))
          .forEach(code -> unknown.add(page.name() + ": " + code));
    }
    assertThat(unknown).isEmpty();
  }

  /** A package without its first word, as bench/run mutation takes it. */
  private static boolean isPackage(String code) {
    String module = code.replaceFirst("\\..*", "");
    return Files.isDirectory(
        ROOT.resolve(module).resolve("src/main/java/catena").resolve(code.replace('.', '/')));
  }

  @Test
  void theScriptRunsTheCommandsThatAreMarkedForIt() throws IOException {
    Process script =
        new ProcessBuilder("../bench/docs-commands", "--list").redirectErrorStream(true).start();
    String printed = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<String> marked =
        commands().stream()
            .filter(DocPage.CommandLine::isRun)
            .map(line -> line.page() + ": " + line.text())
            .toList();
    assertThat(marked).hasSizeGreaterThan(20);
    assertThat(printed.lines()).containsExactlyInAnyOrderElementsOf(marked);
  }

  /** The check is none if it lets these pass, or says something else of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "bin/catena walkabout; walkabout",
        "bin/catena ingest --sped 3; --sped",
        "bin/catena ingest -o ingest.entires=5; ingest.entires",
        "bin/catena ingest -o ingest.entries=many; ingest.entries=many",
        "bin/catena stats -o ingest.entries=5; ingest.entries",
        "bin/catena run nowhere; there is no scenario nowhere",
        "bin/catena run quick -p conf/nowhere.properties; there is no [conf/nowhere.properties]",
        "bin/catena cluster explode; a cluster cannot explode",
        "bin/catena cluster start [--host N]; there is no option [--host]",
        "bin/catena ingest --seed N; N",
        "bench/run nothing; bench/run knows no nothing",
        "bench/run verify --sped 3; no benchmark has [--sped]",
        "bench/run mutation --sampel 3; --sampel",
        "bench/results docs/nowhere.md; there is no page [docs/nowhere.md]",
        "mvn verify -pl nowhere; there is no module nowhere",
        "mvn verify -Dit.test=NowhereIT; there is no test NowhereIT",
        "rm -rf /; unknown program"
      })
  void whatCannotBeTypedIsNoticed(String text, String why) {
    assertThat(problem(new DocPage.CommandLine("page", 1, text, false)))
        .get()
        .asString()
        .contains(why);
  }

  /** What is wrong with a line. */
  private Optional<String> problem(DocPage.CommandLine line) {
    List<String> words = new ArrayList<>(line.words());
    words.removeIf(word -> word.matches("[A-Z_]+=.*") && words.indexOf(word) == 0);
    List<String> missing =
        words.stream()
            .filter(word -> word.startsWith("conf/") && !Files.exists(ROOT.resolve(word)))
            .toList();
    if (!missing.isEmpty()) {
      return Optional.of("there is no " + missing);
    }
    if (words.isEmpty()) {
      return Optional.empty(); // a variable for the lines below
    }
    if (words.get(0).equals("nohup")) {
      words.remove(0);
    }
    words.removeIf(word -> word.equals("&"));
    int redirected =
        Stream.of(">", "2>", ">>", "|")
            .mapToInt(words::indexOf)
            .filter(at -> at >= 0)
            .min()
            .orElse(words.size());
    List<String> rest = words.subList(1, redirected);
    return switch (words.get(0)) {
      case "bin/catena" -> line.isSynopsis() ? ofSynopsis(rest) : ofCatena(rest);
      case "bench/run" -> ofBench(rest);
      case "bench/results" ->
          rest.isEmpty() || !Files.isRegularFile(ROOT.resolve(rest.get(0)))
              ? Optional.of("there is no page " + rest)
              : Optional.empty();
      case "bench/accumulo-jars", "bench/docs-commands", "bench/recompute" -> Optional.empty();
      case "mvn" -> ofMaven(rest);
      default ->
          ORDINARY.contains(words.get(0)) ? Optional.empty() : Optional.of("unknown program");
    };
  }

  private static JCommander parser() {
    JCommander parser = new JCommander();
    parser.setExpandAtSign(false);
    for (Command each :
        Activities.SHIPPED.commands(new StopSignal(), Clock.systemUTC(), List.of())) {
      parser.addCommand(each.name(), each);
    }
    return parser;
  }

  private Optional<String> ofCatena(List<String> words) {
    if (words.equals(List.of("--version"))) {
      return Optional.empty();
    }
    JCommander parser = parser();
    try {
      parser.parse(words.toArray(String[]::new));
      return parser.getParsedCommand() == null || words.contains("--help")
          ? Optional.empty()
          : ofCommand(parser.getParsedCommand(), words);
    } catch (ParameterException | UsageException e) {
      return Optional.of(e.getMessage());
    }
  }

  private Optional<String> ofCommand(String command, List<String> words) {
    if (command.equals("cluster")) {
      return ofClusterAction(words.size() < 2 ? "" : words.get(1));
    }
    List<String> assigned = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i - 1).equals("-o")) {
        assigned.add(words.get(i));
      }
    }
    List<Setting<?>> declared = new ArrayList<>(Activities.COMPANIONS.settings());
    Activities.SHIPPED
        .of(command)
        .ifPresentOrElse(each -> declared.addAll(each.settings()), () -> declared.addAll(settings));
    Problems problems = new Problems();
    Settings.resolve(
        declared.stream().distinct().toList(),
        settings,
        List.of(Layer.ofAssignments("-o", assigned)),
        problems);
    problems.throwIfAny();
    if (command.equals("run") && words.size() > 1 && words.get(1).matches("[a-z0-9/-]+")) {
      Path shipped = ROOT.resolve("conf/scenarios/" + words.get(1) + ".yaml");
      return Files.exists(shipped) || words.get(1).startsWith("-")
          ? Optional.empty()
          : Optional.of("there is no scenario " + words.get(1));
    }
    return Optional.empty();
  }

  private static Optional<String> ofClusterAction(String action) {
    String actions = parser().getCommands().get("cluster").getMainParameterValue().getDescription();
    return actions.matches("(?s).*\\b" + Pattern.quote(action) + "\\b.*") && !action.isEmpty()
        ? Optional.empty()
        : Optional.of("a cluster cannot " + action);
  }

  private static Optional<String> ofSynopsis(List<String> words) {
    String name = words.isEmpty() ? "" : words.get(0);
    JCommander command = parser().getCommands().get(name);
    if (command == null) {
      return Optional.of("there is no command " + name);
    }
    Set<String> known =
        command.getParameters().stream()
            .map(ParameterDescription::getNames)
            .flatMap(names -> Stream.of(names.split(", ")))
            .collect(Collectors.toSet());
    List<String> unknown =
        words.stream()
            .map(word -> word.replaceAll("[\\[\\]….]", ""))
            .filter(word -> word.startsWith("-") && !known.contains(word))
            .toList();
    return unknown.isEmpty() ? Optional.empty() : Optional.of("there is no option " + unknown);
  }

  private static Optional<String> ofBench(List<String> words) {
    String what = words.isEmpty() ? "" : words.get(0);
    String script = text(ROOT.resolve("bench/run"));
    String mutation = text(ROOT.resolve("bench/mutation"));
    if (!what.equals("mutation")
        && !Pattern.compile("(?m)^  " + Pattern.quote(what) + "\\) ?").matcher(script).find()) {
      return Optional.of("bench/run knows no " + what);
    }
    String sources =
        Stream.of(
                "bench/src/test/java/catena/bench",
                "simulation/src/test/java/catena/simulation",
                "scenario/src/test/java/catena/scenario/witness")
            .flatMap(DocumentedCommandsTest::sources)
            .map(DocumentedCommandsTest::text)
            .collect(Collectors.joining());
    List<String> unknown =
        words.stream()
            .map(word -> word.replaceAll("[\\[\\]]", ""))
            .filter(word -> word.startsWith("--") && !sources.contains("\"" + word + "\""))
            .filter(word -> !what.equals("mutation") || !mutation.contains(" " + word + ") "))
            .toList();
    return unknown.isEmpty() ? Optional.empty() : Optional.of("no benchmark has " + unknown);
  }

  private static Optional<String> ofMaven(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).equals("-pl")) {
        for (String module : words.get(i + 1).split(",", -1)) {
          if (!Files.exists(ROOT.resolve(module.replace("!", "")).resolve("pom.xml"))) {
            return Optional.of("there is no module " + module);
          }
        }
      }
      String test = words.get(i).replaceFirst("^-D(it\\.)?test=", "");
      if (!test.equals(words.get(i))
          && !test.equals("NONE")
          && sources(".")
              .noneMatch(file -> file.endsWith(test.replaceFirst("#.*", "") + ".java"))) {
        return Optional.of("there is no test " + test);
      }
    }
    return Optional.empty();
  }

  private static Stream<Path> sources(String below) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(below))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
