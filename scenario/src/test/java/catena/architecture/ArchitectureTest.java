package catena.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.regex.Pattern;
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

  /** Beyond this, nobody finds anything in a list of files. */
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
    for (String module : List.of("graph", "harness", "cluster", "fleet", "scenario")) {
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
        .doNotHaveFullyQualifiedName("catena.harness.client.Threads")
        .and()
        .doNotHaveFullyQualifiedName("catena.harness.client.Shutdown") // its thread is the JVM's
        .should()
        .callConstructor(Thread.class, Runnable.class, String.class)
        .orShould()
        .callConstructor(Thread.class, Runnable.class)
        .because("a thread that Threads makes is a daemon and does not end unseen")
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
  void aLookIntoALeafIsNamed() {
    ArchRule rule = onlyTheRoot("architecture");
    JavaClasses planted =
        new ClassFileImporter()
            .importClasses(catena.architecture.planted.LooksIntoALeaf.class, LEAF_INSIDE);
    assertThat(rule.evaluate(planted).getFailureReport().getDetails())
        .anySatisfy(
            line -> assertThat(line).contains("LooksIntoALeaf", LEAF_INSIDE.getSimpleName()));
  }

  private static final Class<?> LEAF_INSIDE = catena.stats.metric.Counter.class;

  @Test
  void theRulesLookAtSomething() {
    for (String leaf : LEAVES) {
      assertThat(main.stream().anyMatch(each -> each.getPackageName().equals("catena." + leaf)))
          .as(leaf)
          .isTrue();
    }
  }
}
