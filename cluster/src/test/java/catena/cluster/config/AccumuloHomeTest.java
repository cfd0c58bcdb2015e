// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An Accumulo that somebody brings is used as it is, or it is said what is wrong with it. */
class AccumuloHomeTest {
  private static final List<String> MODULES =
      List.of("start", "server-base", "manager", "tserver", "gc", "monitor");

  @TempDir Path directory;
  private Path bundled;

  @BeforeEach
  void bundle() throws IOException {
    bundled = Files.createDirectory(directory.resolve("bundled"));
    for (String jar :
        List.of(
            "accumulo-core-2.1.4.jar",
            "guava-33.4.6-jre.jar",
            "log4j-1.2-api-2.24.3.jar",
            "hadoop-client-api-3.3.6.jar",
            "hadoop-client-runtime-3.3.6.jar",
            "zookeeper-3.9.3.jar",
            "zookeeper-jute-3.9.3.jar",
            "netty-handler-4.1.104.Final.jar",
            "graph-0.1.0.jar",
            "summarizer-0.1.0.jar",
            "accumulo-native-2.1.4.tar.gz")) {
      Files.createFile(bundled.resolve(jar));
    }
  }

  /** An Accumulo's jars, whose core says it is of a version. */
  private Path accumulo(Path jars, String version, String suffix) throws IOException {
    Files.createDirectories(jars);
    for (String module : MODULES) {
      Files.createFile(jars.resolve("accumulo-" + module + suffix + ".jar"));
    }
    Path core = jars.resolve("accumulo-core" + suffix + ".jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(core))) {
      jar.putNextEntry(
          new JarEntry("META-INF/maven/org.apache.accumulo/accumulo-core/pom.properties"));
      jar.write(("groupId=org.apache.accumulo\nversion=" + version + "\n").getBytes(UTF_8));
    }
    return jars;
  }

  private Optional<String> problem(Path home) throws IOException {
    return new AccumuloHome(home).problem();
  }

  private ServerJars jars(Path home) {
    return new ServerJars(bundled, Path.of("/hadoop"), Optional.of(new AccumuloHome(home)));
  }

  @Test
  void aTarballIsCompletedByWhatItLeavesToTheMachine() throws Exception {
    Path tarball = directory.resolve("accumulo-2.1.9");
    Path lib = accumulo(tarball.resolve("lib"), "2.1.9", "-2.1.9");
    Files.createFile(lib.resolve("guava-32.0-jre.jar"));
    Files.createFile(lib.resolve("accumulo-native-2.1.9.tar.gz"));
    assertThat(problem(tarball)).isEmpty();
    assertThat(new AccumuloHome(tarball).version()).isEqualTo("2.1.9");
    assertThat(jars(tarball).accumuloClassPath(Path.of("/conf")).split(":", -1))
        .containsExactly(
            "/conf",
            lib + "/*",
            bundled + "/graph-0.1.0.jar",
            bundled + "/hadoop-client-api-3.3.6.jar",
            bundled + "/hadoop-client-runtime-3.3.6.jar",
            bundled + "/netty-handler-4.1.104.Final.jar",
            bundled + "/summarizer-0.1.0.jar",
            bundled + "/zookeeper-3.9.3.jar",
            bundled + "/zookeeper-jute-3.9.3.jar");
    assertThat(jars(tarball).nativeSources()).contains(lib.resolve("accumulo-native-2.1.9.tar.gz"));
  }

  @Test
  void aDirectoryOfJarsHasItsOwnHadoopAndZooKeeper() throws Exception {
    Path lib = accumulo(directory.resolve("jars"), "2.1.5-SNAPSHOT", "-2.1.5-20260101.101010-1");
    for (String jar : List.of("zookeeper-3.8.0.jar", "zookeeper-jute-3.8.0.jar")) {
      Files.createFile(lib.resolve(jar));
    }
    assertThat(problem(lib)).isEmpty();
    assertThat(new AccumuloHome(lib).version()).isEqualTo("2.1.5-SNAPSHOT");
    assertThat(jars(lib).accumuloClassPath())
        .startsWith(lib + "/*:")
        .contains("hadoop-client-api-3.3.6", "netty-handler")
        .doesNotContain("zookeeper");
  }

  @Test
  void jarsWithoutAVersionInTheirNamesAreFound() throws Exception {
    Path lib = accumulo(directory.resolve("old/lib"), "2.1.0", "");
    assertThat(problem(lib.getParent())).isEmpty();
    assertThat(new AccumuloHome(lib.getParent()).version()).isEqualTo("2.1.0");
  }

  @Test
  void volumesNeedAnAccumuloThatCanSetThemBeforeItStarts() throws Exception {
    for (String version : List.of("2.1.0", "2.1.0-SNAPSHOT", "2.1")) {
      Path old = accumulo(directory.resolve(version), version, "");
      assertThat(new AccumuloHome(old).whyNoVolumes())
          .hasValueSatisfying(
              text ->
                  assertThat(text)
                      .contains(version + ", which has no zoo-prop-editor", "take 2.1.1 or later"));
    }
    for (String version : List.of("2.1.1", "2.1.10", "2.1.4")) {
      Path later = accumulo(directory.resolve(version), version, "");
      assertThat(new AccumuloHome(later).whyNoVolumes()).isEmpty();
    }
  }

  @Test
  void withoutAnotherCatenasOwnIsTaken() {
    ServerJars own = new ServerJars(bundled, Path.of("/hadoop"), Optional.empty());
    assertThat(own.accumuloClassPath(Path.of("/conf"))).isEqualTo(bundled + "/*:/conf");
    assertThat(own.nativeSources()).contains(bundled.resolve("accumulo-native-2.1.4.tar.gz"));
  }

  @Test
  void whatIsNoAccumuloIsNamed() throws Exception {
    Path gone = directory.resolve("gone");
    assertThat(problem(gone))
        .hasValueSatisfying(text -> assertThat(text).contains("no directory " + gone));
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(problem(empty))
        .hasValueSatisfying(
            text -> assertThat(text).contains("no accumulo-core-2.1.x.jar in " + empty));
    Path core = Files.createDirectory(directory.resolve("core"));
    Files.copy(
        accumulo(directory.resolve("whole"), "2.1.4", "-2.1.4").resolve("accumulo-core-2.1.4.jar"),
        core.resolve("accumulo-core-2.1.4.jar"));
    assertThat(problem(core))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("accumulo-core of 2.1.4, but no accumulo-start", "accumulo-tserver"));
    assertThat(problem(Path.of("/a:b")))
        .hasValueSatisfying(text -> assertThat(text).contains("without ':'"));
  }

  @Test
  void anAccumuloOfAnotherVersionIsNamedWithIt() throws Exception {
    for (String version : List.of("3.0.0", "2.10.0", "1.10.3")) {
      Path home = directory.resolve("of-" + version);
      accumulo(home.resolve("lib"), version, "-" + version);
      assertThat(problem(home))
          .contains(home + " has Accumulo " + version + ", and this Catena is for Accumulo 2.1.x");
    }
  }

  @Test
  void twoAccumulosInOneDirectoryAreNamed() throws Exception {
    Path lib = accumulo(directory.resolve("lib"), "2.1.4", "-2.1.4");
    accumulo(lib, "2.1.3", "-2.1.3");
    assertThat(problem(lib))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("more than one", "accumulo-core-2.1.3.jar, accumulo-core-2.1.4.jar"));
  }
}
