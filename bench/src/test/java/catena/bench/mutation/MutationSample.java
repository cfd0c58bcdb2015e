// SPDX-License-Identifier: Apache-2.0
package catena.bench.mutation;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classpath.ClassPathByteArraySource;
import org.pitest.classpath.ClassloaderByteArraySource;
import org.pitest.classpath.CodeSource;
import org.pitest.coverage.NoCoverage;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.MutationConfig;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.build.MutationSource;
import org.pitest.mutationtest.config.PluginServices;
import org.pitest.mutationtest.config.ReportOptions;
import org.pitest.mutationtest.config.ServicesFromClassLoader;
import org.pitest.mutationtest.config.SettingsFactory;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.MutationIdentifier;
import org.pitest.mutationtest.tooling.AnalysisResult;
import org.pitest.mutationtest.tooling.EntryPoint;
import org.pitest.plugin.Feature;
import org.pitest.process.LaunchOptions;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.util.Verbosity;

/**
 * Mutants drawn over all of main, each tried with the unit tests of its module: of all lines that
 * can be changed each has the same chance, and of the changes of a line each.
 *
 * <p>Modules are tried one after the other. What was tried is kept by seed and size, so that the
 * same command goes on where it was ended.
 */
public final class MutationSample {
  private static final List<String> MUTATORS = List.of("DEFAULTS");
  private static final int NOTHING_MEASURED = 2;

  /**
   * Tests of sources, pages and class paths, which no mutant changes, and three that take a minute
   * each: every mutant that they reach and do not kill would take it, too. Leaving a test out can
   * only make the figure smaller.
   */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "ArchitectureTest",
          "AssemblyTest",
          "DocPagesTest",
          "DocumentedCommandsTest",
          "RunFileNamesTest",
          "CutOffTest",
          "KilledWhileWritingTest",
          "RestlessProcessTest");

  private final Path root;
  private final List<String> modules;

  private MutationSample(Path root, List<String> modules) {
    this.root = root;
    this.modules = modules;
  }

  /** A mutant, and the module that it is in. */
  private record Drawn(String module, MutationDetails mutant) {
    String words() {
      return module + " " + line(mutant) + " " + mutant.getId();
    }
  }

  /** Takes the size, the seed, and the modules; to be run in the root of the source tree. */
  public static void main(String... words) {
    int status = NOTHING_MEASURED;
    try {
      int size = Integer.parseInt(words[0]);
      long seed = Long.parseLong(words[1]);
      List<String> modules = Arrays.asList(words).subList(2, words.length);
      status = new MutationSample(Path.of("").toAbsolutePath(), modules).run(size, seed);
    } catch (Exception e) {
      System.err.println("the sample could not be tried: " + e);
    }
    System.exit(status);
  }

  private int run(int size, long seed) throws Exception {
    Path directory = root.resolve("bench/target/mutation-sample/" + size + "-" + seed);
    List<Drawn> all = new ArrayList<>();
    for (String module : modules) {
      for (MutationDetails mutant : mutants(options(module, List.of("catena.*"), directory))) {
        all.add(new Drawn(module, mutant));
      }
    }
    List<Drawn> drawn =
        draw(
            all.stream().collect(Collectors.groupingBy(each -> line(each.mutant))),
            size,
            new Random(seed));
    System.out.printf("seed %d: %d of %d mutants%n", seed, drawn.size(), all.size());
    keep(directory, drawn.stream().map(Drawn::words).toList());
    List<Path> reports = new ArrayList<>();
    for (String module : modules) {
      List<MutationDetails> own =
          drawn.stream().filter(d -> d.module.equals(module)).map(Drawn::mutant).toList();
      if (!own.isEmpty()) {
        Path report = directory.resolve(module + ".xml");
        if (!Files.exists(report)) {
          System.out.println(module + ": " + own.size());
          tryOut(module, own, directory.resolve(module), report);
        }
        reports.add(report);
      }
    }
    MutationScore score = MutationScore.ofSample(root.resolve("docs/mutation.md"), seed, reports);
    System.out.print(score.text());
    System.out.printf("seed %d%n", seed);
    return score.status();
  }

  /** Refuses results of other mutants: the classes may have been changed since. */
  private static void keep(Path directory, List<String> drawn) throws IOException {
    Path list = directory.resolve("drawn");
    if (Files.exists(list) && !Files.readAllLines(list).equals(drawn)) {
      throw new IOException("the classes have changed since it began: remove " + directory);
    }
    Files.write(Files.createDirectories(directory).resolve("drawn"), drawn);
  }

  /** Draws lines first, then a change of each. */
  static <T> List<T> draw(Map<String, List<T>> byLine, int size, Random random) {
    List<String> lines = new ArrayList<>(new TreeMap<>(byLine).keySet());
    Collections.shuffle(lines, random);
    List<T> drawn = new ArrayList<>();
    for (String line : lines.subList(0, Math.min(size, lines.size()))) {
      List<T> changes = byLine.get(line);
      drawn.add(changes.get(random.nextInt(changes.size())));
    }
    return drawn;
  }

  /** The line that a mutant changes: a line of a file, which may be several classes'. */
  static String line(MutationDetails mutant) {
    String type = mutant.getClassName().asJavaName();
    return type.substring(0, type.lastIndexOf('.') + 1)
        + "%s:%06d".formatted(mutant.getFilename(), mutant.getLineNumber());
  }

  /** All that PIT would try in the first of the code paths, in a fixed order. */
  static List<MutationDetails> mutants(ReportOptions options) throws IOException {
    SettingsFactory settings = new SettingsFactory(options, PluginServices.makeForContextLoader());
    var path = new ClassPathByteArraySource(options.getClassPath());
    ClassByteArraySource jdk = ClassloaderByteArraySource.fromContext();
    ClassByteArraySource bytes = type -> path.getBytes(type).or(() -> jdk.getBytes(type));
    CodeSource code = settings.createCodeSource(options.getMutationClassPaths());
    MutationInterceptor filters =
        settings
            .getInterceptor()
            .createInterceptor(options, new NoCoverage(), bytes, mutant -> List.of(), code);
    filters.initialise(code);
    var engine =
        settings.createEngine().createEngine(EngineArguments.arguments().withMutators(MUTATORS));
    MutationSource source =
        new MutationSource(
            new MutationConfig(engine, new LaunchOptions(null)),
            mutant -> List.of(),
            bytes,
            filters);
    Path classes = Path.of(options.getCodePaths().iterator().next());
    return code.getCodeUnderTestNames().stream()
        .filter(type -> Files.exists(classes.resolve(type.asInternalName() + ".class")))
        .sorted()
        .flatMap(type -> source.createMutations(type).stream())
        .sorted((a, b) -> a.getId().compareTo(b.getId()))
        .toList();
  }

  private void tryOut(String module, List<MutationDetails> own, Path into, Path report)
      throws Exception {
    List<String> types =
        own.stream().map(m -> m.getClassName().asJavaName()).distinct().sorted().toList();
    Set<MutationIdentifier> ids =
        own.stream().map(MutationDetails::getId).collect(Collectors.toCollection(HashSet::new));
    AnalysisResult result =
        new EntryPoint()
            .execute(
                root.resolve(module).toFile(),
                options(module, types, into),
                new Plugins(new Only(ids)),
                Map.of());
    Optional<Exception> error = result.getError();
    if (error.isPresent()) {
      throw error.get();
    }
    Files.move(into.resolve("mutations.xml"), report);
  }

  private ReportOptions options(String module, List<String> types, Path into) throws IOException {
    Path target = root.resolve(module).resolve("target");
    String[] others =
        Files.readString(target.resolve("test.classpath")).strip().split(File.pathSeparator, -1);
    ReportOptions options =
        options(target.resolve("classes"), target.resolve("test-classes"), List.of(others), types);
    if (module.equals("scenario")) {
      // Shipped scenarios name shipped files; its pom gives it to Surefire, too.
      options.addChildJVMArgs(List.of("-Dcatena.home=" + root));
    }
    options.setReportDir(into.toString());
    options.setProjectBase(root.resolve(module));
    options.setSourceDirs(List.of(root.resolve(module).resolve("src/main/java")));
    return options;
  }

  /** PIT's settings for the classes of a module and its own unit tests. */
  static ReportOptions options(Path main, Path test, List<String> others, List<String> types)
      throws IOException {
    List<String> own = List.of(main.toString(), test.toString());
    // What PIT's part for JUnit needs in the tests' process is not among the module's own.
    List<String> path =
        Stream.of(
                own.stream(),
                others.stream(),
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .filter(jar -> jar.contains("pitest") || jar.contains("junit-platform")))
            .flatMap(jars -> jars)
            .distinct()
            .toList();
    ReportOptions options = new ReportOptions();
    options.setClassPathElements(path);
    options.setCodePaths(own);
    options.setTargetClasses(types);
    Set<String> tests = tests(test);
    options.setTargetTests(List.of(tests::contains));
    options.setVerbosity(Verbosity.NO_SPINNER);
    options.setMutators(MUTATORS);
    options.setMutationEngine("gregor");
    options.setGroupConfig(new TestGroupConfig());
    options.setIncludeLaunchClasspath(false);
    options.setShouldCreateTimestampedReports(false);
    options.setFailWhenNoMutations(false);
    // A test that fails by itself kills nothing; PIT names it.
    options.setSkipFailingTests(true);
    options.setNumberOfThreads(1);
    options.setTimeoutConstant(20_000);
    options.setTimeoutFactor(1.25f);
    options.addOutputFormats(List.of("XML"));
    options.addChildJVMArgs(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    return options;
  }

  /** The module's own unit tests: those of others are on its class path, too. */
  private static Set<String> tests(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(name -> name.endsWith("Test.class"))
          .map(name -> name.replaceFirst("\\.class$", "").replace(File.separatorChar, '.'))
          .filter(name -> !LEFT_OUT.contains(name.substring(name.lastIndexOf('.') + 1)))
          .collect(Collectors.toSet());
    }
  }

  /** PIT's own parts, and the choice. */
  private static final class Plugins extends PluginServices {
    private final Only only;

    Plugins(Only only) {
      super(new ServicesFromClassLoader(Plugins.class.getClassLoader()));
      this.only = only;
    }

    @Override
    public Collection<MutationInterceptorFactory> findInterceptors() {
      List<MutationInterceptorFactory> all = new ArrayList<>(super.findInterceptors());
      all.add(only);
      return all;
    }
  }

  /** Leaves only the mutants that were drawn. */
  private record Only(Set<MutationIdentifier> drawn)
      implements MutationInterceptorFactory, MutationInterceptor {
    @Override
    public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
      return this;
    }

    @Override
    public Feature provides() {
      return Feature.named("DRAWN").withOnByDefault(true).withDescription(description());
    }

    @Override
    public String description() {
      return "only what was drawn";
    }

    @Override
    public InterceptorType type() {
      return InterceptorType.FILTER;
    }

    @Override
    public void begin(ClassTree type) {
      // asks for nothing but the mutant itself
    }

    @Override
    public Collection<MutationDetails> intercept(
        Collection<MutationDetails> mutants, Mutater unused) {
      return mutants.stream().filter(mutant -> drawn.contains(mutant.getId())).toList();
    }

    @Override
    public void end() {
      // keeps nothing
    }
  }
}
