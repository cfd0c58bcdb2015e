// SPDX-License-Identifier: Apache-2.0
package catena.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.Activity;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.Work;
import catena.harness.watch.RunFollower;
import catena.read.check.DifferingRow;
import catena.read.check.Found;
import catena.read.settle.BatchSettler;
import catena.read.settle.ReaderSettler;
import catena.read.settle.Settler;
import catena.records.run.RunDirectory;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rules of the house that the compiler does not know; each failure names the rule and the
 * place. That leaves never import one another, that the graph is pure, and which of Accumulo's
 * packages may be imported, the build says before it compiles (the enforcer, in the root {@code
 * pom.xml}).
 */
class ArchitectureTest {
  private static final Set<String> LEAVES =
      Set.of("ingest", "walker", "batchwalker", "verify", "agitator", "stats", "trace", "report");
  private static final Pattern BELOW_A_LEAF = Pattern.compile("catena\\.(\\w+)\\..*");

  /** Beyond this, a list of files is too long to find anything in. */
  private static final int MOST_FILES = 26;

  private static JavaClasses main;

  @BeforeAll
  static void read() {
    main =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("catena");
  }

  private static ArchRule noCircles() {
    return slices()
        .matching("catena.(**)")
        .should()
        .beFreeOfCycles()
        .because("packages that need one another cannot be understood one at a time");
  }

  /** Whether a class lies below the root package of a leaf that is not the module of another. */
  private static boolean insideOfALeaf(JavaClass target, String module) {
    var matcher = BELOW_A_LEAF.matcher(target.getPackageName());
    return matcher.matches()
        && LEAVES.contains(matcher.group(1))
        && !matcher.group(1).equals(module);
  }

  private static ArchRule onlyTheRoot(String module) {
    return noClasses()
        .that()
        .resideInAPackage("catena." + module + "..")
        .should()
        .dependOnClassesThat(
            describe("lie below the root package of a leaf", to -> insideOfALeaf(to, module)))
        .because("a leaf's root package is its face, and what lies below may change at any time")
        .allowEmptyShould(true);
  }

  @Test
  void packagesHaveNoCircles() {
    noCircles().check(main);
  }

  @Test
  void fromOutsideOnlyTheRootPackageOfALeafIsUsed() {
    for (String module :
        List.of("graph", "records", "harness", "read", "cluster", "fleet", "scenario")) {
      onlyTheRoot(module).check(main);
    }
  }

  /** The source files of each package of main code, by folder. */
  private static SortedMap<String, List<String>> sources() throws IOException {
    Path home = Path.of(System.getProperty("catena.home"));
    SortedMap<String, List<String>> folders = new TreeMap<>();
    try (Stream<Path> all = Files.walk(home)) {
      all.map(home::relativize)
          .filter(file -> file.toString().matches("\\w+/src/main/java/.*\\.java"))
          .forEach(
              file ->
                  folders
                      .computeIfAbsent(file.getParent().toString(), any -> new ArrayList<>())
                      .add(file.getFileName().toString()));
    }
    assertThat(folders).hasSizeGreaterThan(40);
    return folders;
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    SortedMap<String, List<String>> silent = sources();
    silent.values().removeIf(files -> files.contains("package-info.java"));
    assertThat(silent.keySet()).as("packages without a package-info").isEmpty();
  }

  @Test
  void noPackageIsALongFlatList() throws IOException {
    SortedMap<String, List<String>> tooLong = sources();
    tooLong.values().removeIf(files -> files.size() <= MOST_FILES);
    assertThat(tooLong.keySet()).as("packages of more than %s files", MOST_FILES).isEmpty();
  }

  @Test
  void threadsAreMadeInOnePlace() {
    noClasses()
        .that(resideInAPackage("catena.."))
        .and()
        .doNotHaveFullyQualifiedName("catena.records.threads.Threads")
        .and()
        .doNotHaveFullyQualifiedName("catena.records.threads.Shutdown") // its thread is the JVM's
        .should()
        .callConstructor(Thread.class, Runnable.class, String.class)
        .orShould()
        .callConstructor(Thread.class, Runnable.class)
        .because("a thread that Threads makes is a daemon and does not end unseen")
        .check(main);
  }

  @Test
  void processesAreStartedInOnePlace() {
    noClasses()
        .that(resideInAPackage("catena.."))
        .and()
        .doNotHaveFullyQualifiedName("catena.records.threads.ProgramRun")
        .should()
        .callConstructor(ProcessBuilder.class, List.class)
        .orShould()
        .callConstructor(ProcessBuilder.class, String[].class)
        .because("a process that ProgramRun runs to its end has a limit and is killed at it")
        .check(main);
  }

  /**
   * What {@code Math} may answer differently on another machine, by at most the last bit or two.
   */
  private static final Set<String> INEXACT =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot",
          "exp", "expm1", "log", "log10", "log1p", "pow", "cbrt");

  private static ArchRule sameOnEveryMachine(String packages) {
    return noClasses()
        .that(resideInAPackage(packages))
        .should()
        .callMethodWhere(
            describe(
                "is one of Math's that may differ between machines",
                call ->
                    call.getTargetOwner().isEquivalentTo(Math.class)
                        && INEXACT.contains(call.getName())))
        .because(
            "whoever verifies computes the same nodes as the writer did, on whatever machine:"
                + " StrictMath does");
  }

  @Test
  void theGraphIsTheSameOnEveryMachine() {
    sameOnEveryMachine("catena.graph..").check(main);
  }

  @Test
  void whatMayDifferBetweenMachinesIsNamed() {
    JavaClasses planted =
        new ClassFileImporter().importClasses(catena.architecture.planted.DiffersByMachine.class);
    assertThat(
            sameOnEveryMachine("catena.architecture..")
                .evaluate(planted)
                .getFailureReport()
                .getDetails())
        .singleElement()
        .asString()
        .contains("DiffersByMachine.power", "Math.pow");
  }

  private static ArchRule onePerformer(String packages) {
    return noClasses()
        .that(resideInAPackage(packages))
        .and()
        .doNotHaveFullyQualifiedName(PreparedPart.class.getName())
        .should()
        .callMethodWhere(
            describe(
                "prepares or performs an activity",
                call ->
                    !call.getOriginOwner().isAssignableTo(Activity.class)
                        && ((call.getName().equals("prepare")
                                && call.getTargetOwner().isAssignableTo(Activity.class))
                            || (call.getName().equals("perform")
                                && call.getTargetOwner().isAssignableTo(Work.class)))))
        .because("one engine performs activities: PreparedPart");
  }

  @Test
  void oneClassPreparesAndPerformsActivities() {
    onePerformer("catena..").check(main);
  }

  @Test
  void otherCallersOfPrepareAndPerformAreNamed() {
    JavaClasses planted =
        new ClassFileImporter().importClasses(catena.architecture.planted.PerformsByItself.class);
    assertThat(
            onePerformer("catena.architecture..").evaluate(planted).getFailureReport().getDetails())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("PerformsByItself.outcome"))
        .anySatisfy(line -> assertThat(line).contains("Activity.prepare"))
        .anySatisfy(line -> assertThat(line).contains("Work.perform"));
  }

  /** What one must know of an activity to write one. */
  private static final int MOST_OF_AN_ACTIVITY = 8;

  @Test
  void anActivityIsSmallEnoughToBeKnown() {
    assertThat(Activity.class.getDeclaredMethods())
        .filteredOn(method -> !method.isSynthetic())
        .as("methods of Activity: what is only said goes into its Description")
        .hasSizeLessThanOrEqualTo(MOST_OF_AN_ACTIVITY);
  }

  private static ArchRule oneFollower(String packages) {
    return noClasses()
        .that(resideInAPackage(packages))
        .and()
        .doNotHaveFullyQualifiedName(RunFollower.class.getName())
        .should()
        .callMethodWhere(
            describe(
                "looks how far journals or latency logs have grown",
                call ->
                    call.getTargetOwner().isEquivalentTo(RunDirectory.class)
                        && GROWTH.contains(call.getName())))
        .because("one class follows the files of a run, for all who listen to it: RunFollower");
  }

  private static final Set<String> GROWTH = Set.of("journalLengths", "latencyLengths");

  @Test
  void oneClassFollowsTheFilesOfARun() {
    oneFollower("catena..").check(main);
  }

  @Test
  void otherFollowersOfJournalsAreNamed() {
    JavaClasses planted =
        new ClassFileImporter().importClasses(catena.architecture.planted.FollowsByItself.class);
    assertThat(
            oneFollower("catena.architecture..").evaluate(planted).getFailureReport().getDetails())
        .singleElement()
        .asString()
        .contains("FollowsByItself.grown", "journalLengths");
  }

  /** The rules by which rows are settled, their two drivers, and what is found by them. */
  private static final Set<String> SETTLEMENT =
      Set.of(
          Settler.class.getName(),
          ReaderSettler.class.getName(),
          BatchSettler.class.getName(),
          DifferingRow.class.getName(),
          Found.class.getName());

  private static final Set<String> STEPS = Set.of("judgeAgain", "readAgain");

  private static ArchRule oneSettlement(String packages) {
    return noClasses()
        .that(resideInAPackage(packages))
        .and(describe("are not the settlement", type -> !SETTLEMENT.contains(topLevel(type))))
        .should()
        .callConstructorWhere(
            describe(
                "decides what is found of a row that differs",
                call ->
                    call.getTargetOwner().isEquivalentTo(DifferingRow.class)
                        || call.getTargetOwner().isEquivalentTo(Found.class)))
        .orShould()
        .callMethodWhere(
            describe(
                "drives the settlement of rows",
                call ->
                    call.getTargetOwner().isEquivalentTo(Settler.class)
                        && STEPS.contains(call.getName())))
        .because("one class settles rows: Settler, driven by ReaderSettler and BatchSettler");
  }

  @Test
  void oneClassSettlesRowsThatDiffer() {
    oneSettlement("catena..").check(main);
    assertThat(Settler.class.getDeclaredMethods())
        .extracting(java.lang.reflect.Method::getName)
        .as("what drives the settlement")
        .containsAll(STEPS);
  }

  @Test
  void anotherSettlementIsNamed() {
    JavaClasses planted =
        new ClassFileImporter().importClasses(catena.architecture.planted.SettlesByItself.class);
    assertThat(
            oneSettlement("catena.architecture..")
                .evaluate(planted)
                .getFailureReport()
                .getDetails())
        .anySatisfy(line -> assertThat(line).contains("SettlesByItself.found", "Found.<init>"));
  }

  @Test
  void aCircleIsNamed() {
    JavaClasses planted = new ClassFileImporter().importPackages("catena.architecture.planted");
    List<String> told =
        new ArrayList<>(noCircles().evaluate(planted).getFailureReport().getDetails());
    assertThat(told)
        .singleElement()
        .asString()
        .contains("architecture.planted.one", "architecture.planted.two");
  }

  @Test
  void anAccessToTheInsideOfALeafIsNamed() {
    ArchRule rule = onlyTheRoot("architecture");
    JavaClasses planted =
        new ClassFileImporter()
            .importClasses(catena.architecture.planted.LooksIntoALeaf.class, LEAF_INSIDE);
    assertThat(rule.evaluate(planted).getFailureReport().getDetails())
        .anySatisfy(
            line -> assertThat(line).contains("LooksIntoALeaf", LEAF_INSIDE.getSimpleName()));
  }

  private static final Class<?> LEAF_INSIDE = catena.stats.sample.Counter.class;

  @Test
  void theRulesCoverSomeClasses() {
    for (String leaf : LEAVES) {
      assertThat(main.stream().anyMatch(each -> each.getPackageName().equals("catena." + leaf)))
          .as(leaf)
          .isTrue();
    }
  }

  /** The modules that others build on. */
  private static final Set<String> SHARED = Set.of("records", "harness", "read");

  /** What one module alone uses of them all the same; it only ever gets shorter. */
  private static final Set<String> STILL_SHARED = Set.of("catena.records.fleet.InputFiles");

  /** The ceilings of the house: none is raised without saying so, and what is added pays. */
  private static final long MOST_LINES = 99_396;

  private static final long MOST_CODE_LINES = 62_691;
  private static final long MOST_TYPES = 1_095;

  /**
   * What came on top, openly: draws, marks, copies and faults in the midst of something; YCSB's law
   * and output, rows by turns, one plot of what was swept; rows of several cells, the deprecated
   * import; rows that are not even; one field of a record, updates with times of the writer;
   * latencies of a report that are decoded once, canaries of a run that is taken over; verdicts at
   * the seams (a delete during a second look, a table of others, a silent coordinator, a takeover);
   * faults that hit nothing or are never healed, figures of mixes and clients; several commands at
   * work in one directory, a clock that is set back, what is healed elsewhere or later. The bars of
   * the house allow 10,000 lines for all that is added.
   */
  private static final long ADDED_LINES = 4_220;

  private static final long ADDED_CODE_LINES = 2_156;
  private static final long ADDED_TYPES = 13;
  private static final int ADDED_PACKAGES = 2;
  private static final int MOST_PACKAGES = 80;
  private static final int LONGEST_FILE = 400;

  /** Help and completion around JCommander, which the settings command is not. */
  private static final long MOST_HELP = 496;

  private static final Pattern HELP =
      Pattern.compile(
          ".*/(scenario/usage/(?!SettingsCommand).*|command/CommandDescription)\\.java");

  private static final long LEAST_TESTS = 60_000;
  private static final double LEAST_TESTS_TO_MAIN = 0.75;
  private static final int MOST_OF_A_NAME = 2;
  private static final double LARGEST_MODULE = 0.14;

  /**
   * The agent of Accumulo's servers shares no code with the rest, and is counted apart: 2,000, and
   * 40 for mutants of the garbage collector.
   */
  private static final String APART = "instrument";

  private static final long MOST_APART = 2_040;

  private static String module(String type) {
    return type.replaceFirst("^catena\\.", "").replaceFirst("\\..*", "");
  }

  private static String topLevel(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }

  /** Who uses each type of a shared module: types of main code, and other modules' tests. */
  private static SortedMap<String, Set<String>> users() throws IOException {
    SortedMap<String, Set<String>> users = new TreeMap<>();
    for (JavaClass type : main) {
      String name = topLevel(type);
      if (SHARED.contains(module(name)) && !name.endsWith("package-info")) {
        Set<String> of = users.computeIfAbsent(name, any -> new TreeSet<>());
        type.getDirectDependenciesToSelf()
            .forEach(dependency -> of.add(topLevel(dependency.getOriginClass())));
        of.remove(name);
      }
    }
    Path home = Path.of(System.getProperty("catena.home"));
    try (Stream<Path> all = Files.walk(home)) {
      for (Path file : all.filter(ArchitectureTest::isNotRead).toList()) {
        String of = home.relativize(file).getName(0).toString();
        for (String line : Files.readAllLines(file)) {
          String imported = line.replaceFirst("^import (static )?", "").replaceFirst(";$", "");
          Matcher type = TYPE.matcher(imported);
          if (line.startsWith("import ") && type.lookingAt() && !module(type.group()).equals(of)) {
            users.computeIfPresent(
                type.group(),
                (any, known) -> {
                  known.add("catena." + of + ".test." + file.getFileName());
                  return known;
                });
          }
        }
      }
    }
    return users;
  }

  private static final Pattern TYPE = Pattern.compile("catena(\\.[a-z]\\w*)+\\.[A-Z]\\w*");

  /** What ArchUnit was not given here: tests; benchmarks and the simulation are test code, too. */
  private static boolean isNotRead(Path file) {
    return file.toString().matches(".*/src/test/java/.*\\.java");
  }

  /** Types that one module alone uses, itself or by others of which that is true. */
  private static Set<String> ofOneModule(SortedMap<String, Set<String>> users) {
    Set<String> found = new TreeSet<>();
    Set<String> modules = new TreeSet<>();
    users.values().forEach(of -> of.forEach(user -> modules.add(module(user))));
    modules.removeAll(SHARED);
    for (String one : modules) {
      Set<String> its = new TreeSet<>(users.keySet());
      boolean less = true;
      while (less) {
        less = its.removeIf(type -> !isOf(one, its, users.get(type)));
      }
      found.addAll(its);
    }
    return found;
  }

  private static boolean isOf(String module, Set<String> its, Set<String> users) {
    return !users.isEmpty()
        && users.stream().allMatch(user -> module(user).equals(module) || its.contains(user));
  }

  @Test
  void whatOneModuleAloneUsesIsInIt() throws IOException {
    SortedMap<String, Set<String>> users = users();
    assertThat(users).hasSizeGreaterThan(100);
    assertThat(ofOneModule(users)).as("shared types of one module").isEqualTo(STILL_SHARED);
  }

  @Test
  void aSharedTypeOfOneModuleIsNamedAndWhatItAloneUses() {
    SortedMap<String, Set<String>> users = new TreeMap<>();
    users.put("catena.read.Both", Set.of("catena.walker.A", "catena.stats.B"));
    users.put("catena.read.Tested", Set.of("catena.walker.A", "catena.stats.test.BTest.java"));
    users.put("catena.read.One", Set.of("catena.walker.A"));
    users.put("catena.records.Behind", Set.of("catena.read.One"));
    users.put("catena.records.Below", Set.of("catena.read.Both"));
    users.put("catena.records.Service", Set.of());
    assertThat(ofOneModule(users)).containsExactly("catena.read.One", "catena.records.Behind");
  }

  /** The lines of each file of main code, by path, but for the first, which names the license. */
  private static SortedMap<Path, List<String>> lines() throws IOException {
    SortedMap<Path, List<String>> lines = new TreeMap<>();
    Path home = Path.of(System.getProperty("catena.home"));
    for (var folder : sources().entrySet()) {
      for (String file : folder.getValue()) {
        Path path = Path.of(folder.getKey(), file);
        List<String> whole = Files.readAllLines(home.resolve(path));
        lines.put(path, whole.subList(1, whole.size()));
      }
    }
    return lines;
  }

  /** Lines that are no comment, blank, import or package: in the form that the formatter gives. */
  private static long code(List<String> lines) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !NO_CODE.matcher(line).lookingAt())
        .count();
  }

  private static final Pattern NO_CODE = Pattern.compile("//|/\\*|\\*|import |package ");

  /** What is too large, with its size. */
  private static SortedMap<String, Long> beyond(long most, SortedMap<String, Long> sizes) {
    SortedMap<String, Long> beyond = new TreeMap<>(sizes);
    beyond.values().removeIf(size -> size <= most);
    return beyond;
  }

  private static SortedMap<String, Long> counted(Stream<String> names) {
    return names.collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
  }

  private static long sum(SortedMap<String, Long> sizes) {
    return sizes.values().stream().mapToLong(each -> each).sum();
  }

  @Test
  void mainStaysBelowItsCeilings() throws IOException {
    SortedMap<String, Long> files = new TreeMap<>();
    SortedMap<String, Long> modules = new TreeMap<>();
    long code = 0;
    for (var file : lines().entrySet()) {
      long size = file.getValue().size();
      files.put(file.getKey().toString(), size);
      String module = file.getKey().getName(0).toString();
      modules.merge(module, size, Long::sum);
      code += module.equals(APART) ? 0 : code(file.getValue());
    }
    assertThat(modules.remove(APART)).as("lines of %s", APART).isBetween(1L, MOST_APART);
    long all = sum(modules);
    assertThat(all).as("lines of main").isBetween(1L, MOST_LINES + ADDED_LINES);
    assertThat(code).as("code lines of main").isBetween(1L, MOST_CODE_LINES + ADDED_CODE_LINES);
    assertThat(beyond(LONGEST_FILE, files)).as("files too long").isEmpty();
    SortedMap<String, Long> help = new TreeMap<>(files);
    help.keySet().removeIf(file -> !HELP.matcher(file).matches());
    assertThat(sum(help)).as("lines of %s", help.keySet()).isBetween(1L, MOST_HELP);
    assertThat(linesOfTests())
        .as("lines of tests, to %s of main", all)
        .isGreaterThanOrEqualTo(LEAST_TESTS)
        .isGreaterThanOrEqualTo((long) (LEAST_TESTS_TO_MAIN * all));
    assertThat(sources().keySet())
        .filteredOn(folder -> !folder.startsWith(APART))
        .as("packages")
        .hasSizeLessThanOrEqualTo(MOST_PACKAGES + ADDED_PACKAGES);
    assertThat(beyond((long) (LARGEST_MODULE * all), modules))
        .as("modules beyond %s of main", LARGEST_MODULE)
        .isEmpty();
  }

  /** Benchmarks and the simulation are test code, but not what this counts. */
  private static long linesOfTests() throws IOException {
    Path home = Path.of(System.getProperty("catena.home"));
    long lines = 0;
    try (Stream<Path> all = Files.walk(home)) {
      for (Path file : all.filter(ArchitectureTest::isNotRead).toList()) {
        if (!NO_TESTS.contains(home.relativize(file).getName(0).toString())) {
          lines += Files.readAllLines(file).size();
        }
      }
    }
    return lines;
  }

  private static final Set<String> NO_TESTS = Set.of("bench", "simulation", APART);

  private static Stream<String> names(JavaClasses types) {
    return types.stream()
        .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
        .filter(type -> !module(type.getName()).equals(APART))
        .map(JavaClass::getSimpleName)
        .filter(name -> !name.equals("package-info"));
  }

  @Test
  void typesAndTheirNamesStayBelowTheirCeilings() {
    SortedMap<String, Long> names = counted(names(main));
    assertThat(sum(names)).as("types of main").isBetween(1L, MOST_TYPES + ADDED_TYPES);
    assertThat(beyond(MOST_OF_A_NAME, names)).as("names of too many types").isEmpty();
  }

  /** A class that is moved, or renamed, would silently be tried with mutants no more. */
  @Test
  void eachClassThatIsToBeTriedWithMutantsIsThere() throws IOException {
    String pom = Files.readString(Path.of(System.getProperty("catena.home"), "pom.xml"));
    Matcher all = Pattern.compile("<mutation.classes>(.+)</mutation.classes>").matcher(pom);
    assertThat(all.find()).isTrue();
    assertThat(unknown(all.group(1))).isEmpty();
    assertThat(unknown("catena.graph.*,catena.moved.Away*")).containsExactly("catena.moved.Away*");
  }

  private static List<String> unknown(String patterns) {
    return Stream.of(patterns.split(",", -1))
        .filter(
            each ->
                main.stream().noneMatch(type -> type.getName().startsWith(each.replace("*", ""))))
        .toList();
  }

  @Test
  void whatIsBeyondACeilingIsNamed() {
    JavaClasses planted = new ClassFileImporter().importPackages("catena.architecture.planted");
    SortedMap<String, Long> names = counted(names(planted));
    assertThat(names).containsEntry("Twin", 2L).doesNotContainKey("package-info");
    assertThat(beyond(1, names)).containsOnlyKeys("Twin");
    assertThat(beyond(2, names)).isEmpty();
    assertThat(
            code(
                List.of(
                    "package a;",
                    "",
                    "import b.C;",
                    "/** What it is. */",
                    "class A { // said beside",
                    "  /*",
                    "   * More.",
                    "   */",
                    "}")))
        .isEqualTo(2);
  }
}
