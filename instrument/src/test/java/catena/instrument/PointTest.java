// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointTest {
  @TempDir private Path directory;

  /** With another Accumulo on the class path this prints what its hashes are. */
  @Test
  void theAccumuloOfThisBuildHasAllPoints() throws IOException {
    ClassLoader loader = PointTest.class.getClassLoader();
    List<String> lines = new ArrayList<>();
    for (Point point : Point.values()) {
      String file = point.type().replace('.', '/') + ".class";
      try (InputStream in = loader.getResourceAsStream(file)) {
        assertThat(in).as(file).isNotNull();
        point.whyAbsent(in.readAllBytes()).ifPresent(why -> lines.add(point + ": " + why));
      }
    }
    assertThat(lines).isEmpty();
    assertThat(Point.missing(loader)).isEmpty();
    assertThat(Point.isThere("mem-drop")).isTrue();
    assertThat(Point.isThere("no-such-point")).isFalse();
  }

  /** A method of the same name would be given advice that is written for the other. */
  @Test
  void aPointIsOneMethodOfItsClass() {
    TypePool pool = TypePool.Default.of(PointTest.class.getClassLoader());
    Map<Point, Integer> several = new EnumMap<>(Point.class);
    for (Point point : Point.values()) {
      int methods =
          pool.describe(point.type()).resolve().getDeclaredMethods().filter(point.methods()).size();
      if (methods != 1) {
        several.put(point, methods);
      }
    }
    assertThat(several).isEmpty();
  }

  @Test
  void anotherMethodIsReportedAndNotTakenForThePoint() throws IOException {
    byte[] other =
        new ByteBuddy()
            .subclass(Object.class)
            .name(Point.COMMIT.type())
            .defineMethod("commit", String.class)
            .intercept(FixedValue.value("another"))
            .make()
            .getBytes();
    assertThat(Point.COMMIT.whyAbsent(other))
        .hasValueSatisfying(
            why ->
                assertThat(why).contains("Tablet.commit has hash ", "not " + Point.COMMIT.hash()));
    byte[] none = new ByteBuddy().subclass(Object.class).make().getBytes();
    assertThat(Point.COMMIT.whyAbsent(none))
        .hasValueSatisfying(why -> assertThat(why).endsWith("has no method commit"));
  }

  @Test
  void aLoaderWithoutAccumuloHasNoPoint() {
    try {
      Map<Point, String> missing = Point.missing(new ClassLoader(null) {});
      assertThat(missing).hasSameSizeAs(Point.values());
      assertThat(missing.get(Point.SORT)).contains("there is no class ", "LogSorter");
      assertThat(Point.isThere("sort-drop")).isFalse();
    } finally {
      assertThat(Point.missing(PointTest.class.getClassLoader())).isEmpty();
    }
  }

  /** Linked and verified by a separate JVM, as in a server. */
  @Test
  void whatIsWovenLoads() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Agent.class.getName());
    Path jar = directory.resolve("agent.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    Path said = directory.resolve("said");
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-javaagent:" + jar + "=" + directory,
            "-cp",
            System.getProperty("java.class.path"),
            LoadsAll.class.getName());
    java.environment().put("CATENA_SERVER", "tserver-1");
    Process process = java.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();

    List<String> log = Files.readAllLines(directory.resolve("tserver-1.log"), UTF_8);
    assertThat(log).noneMatch(line -> line.contains("\terror\t") || line.contains("\tabsent\t"));
    TreeSet<String> types = new TreeSet<>();
    Arrays.stream(Point.values()).forEach(point -> types.add(point.type()));
    assertThat(types)
        .allMatch(type -> log.stream().anyMatch(line -> line.endsWith("\twoven\t" + type)));
  }

  /** Loads and initializes every class that has a point. */
  static final class LoadsAll {
    private LoadsAll() {}

    public static void main(String[] args) throws ClassNotFoundException {
      for (Point point : Point.values()) {
        Class<?> type = Class.forName(point.type());
        if (!ElementMatchers.named(point.type())
            .matches(net.bytebuddy.description.type.TypeDescription.ForLoadedType.of(type))) {
          throw new IllegalStateException(point.type());
        }
      }
    }
  }
}
