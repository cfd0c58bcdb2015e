// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.process.Launcher;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.records.threads.ProgramRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive is made by Java itself, of a program that runs from a directory of one jar. */
class ClassArchiveTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** No process has this number. */
  private static final long ENDED = Integer.MAX_VALUE;

  @TempDir Path directory;

  private Path jar;
  private Path configuration;
  private ClassArchive archive;
  private Launcher launcher;

  /** A program that is in the jar; it ends with its input. */
  static final class Loaded {
    private Loaded() {}

    public static void main(String... words) throws IOException {
      System.out.println("begun");
      boolean unused = System.in.read() < 0;
    }
  }

  @BeforeEach
  void lay() throws IOException {
    Path lib = Files.createDirectories(directory.resolve("lib/accumulo"));
    jar = lib.resolve("one.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream of = Loaded.class.getResourceAsStream("ClassArchiveTest$Loaded.class")) {
      out.putNextEntry(new JarEntry(Loaded.class.getName().replace('.', '/') + ".class"));
      of.transferTo(out);
    }
    configuration = Files.createDirectories(directory.resolve("conf"));
    Files.writeString(configuration.resolve("core-site.xml"), "<configuration/>");
    archive = new ClassArchive(lib);
    ClusterFiles files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
    launcher = new Launcher(files, Clock.systemUTC());
  }

  /** As a server is started: configuration is behind the jars. */
  private List<String> line(String... options) {
    List<String> line = new ArrayList<>(List.of(JAVA));
    line.addAll(archive.options());
    line.addAll(List.of(options));
    line.addAll(List.of("-cp", ServerJars.classPath(archive.jars(), configuration)));
    line.add(Loaded.class.getName());
    return line;
  }

  private void make() throws IOException, InterruptedException {
    Path place = Files.createDirectories(directory.resolve("place"));
    Process server = new ProcessBuilder(line()).directory(place.toFile()).start();
    try {
      assertThat(server.inputReader().readLine()).isEqualTo("begun");
      archive.make(server.pid(), launcher);
    } finally {
      server.destroyForcibly().waitFor();
    }
    assertThat(place).as("where the server works").isEmptyDirectory();
  }

  private List<String> archives() throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve("lib"))) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> !name.equals("accumulo"))
          .toList();
    }
  }

  @Test
  void laterServersBeginWithTheClassesOfTheFirst() throws Exception {
    assertThat(archive.isMissing()).isTrue();
    assertThat(archive.options()).isEmpty();

    make();

    assertThat(archive.isMissing()).isFalse();
    assertThat(archives()).singleElement().asString().matches("accumulo-[0-9a-f]{16}\\.jsa");
    assertThat(ProgramRun.of(line("-Xlog:class+load"), LIMIT).orElseThrow().printed())
        .contains("begun")
        .containsPattern("ClassArchiveTest\\$Loaded source: shared objects file");
  }

  @Test
  void twoMayMakeItAtOnce() throws Exception {
    List<FutureTask<Void>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FutureTask<Void> one =
          new FutureTask<>(
              () -> {
                make();
                return null;
              });
      new Thread(one).start();
      both.add(one);
    }
    for (FutureTask<Void> each : both) {
      each.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    assertThat(archives()).hasSize(1);
    assertThat(ProgramRun.of(line("-Xlog:class+load"), LIMIT).orElseThrow().printed())
        .containsPattern("ClassArchiveTest\\$Loaded source: shared objects file");
  }

  /** Four clusters that end at the same time need one archive, of which each takes 15 s of CPU. */
  @Test
  void itIsNotMissingWhileAProcessMakesItUnlessThatWasKilledLongAgo() throws Exception {
    Path fresh = Files.createFile(directory.resolve("lib/accumulo-" + ENDED + ".new"));
    assertThat(archive.isMissing()).isFalse();
    assertThat(archive.options()).isEmpty();

    Files.setLastModifiedTime(fresh, FileTime.from(Instant.now().minus(Duration.ofMinutes(6))));
    assertThat(archive.isMissing()).isTrue();
    Path other = Files.createFile(directory.resolve("lib/hadoop-" + ENDED + ".new"));
    assertThat(archive.isMissing()).as("beside that of other jars").isTrue();
    Files.delete(other);
    Files.delete(fresh);
  }

  @Test
  void whoMakesItIsSeenByOthersFromHisFirstMoment() throws Exception {
    Process server = new ProcessBuilder(line()).directory(directory.toFile()).start();
    try {
      assertThat(server.inputReader().readLine()).isEqualTo("begun");
      signal("-STOP", server);
      FutureTask<Void> making =
          new FutureTask<>(
              () -> {
                archive.make(server.pid(), launcher);
                return null;
              });
      new Thread(making).start();
      while (!making.isDone() && archives().isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(archives()).containsExactly("accumulo-" + server.pid() + ".new");
      assertThat(archive.isMissing()).isFalse();
      signal("-CONT", server);
      making.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } finally {
      server.destroyForcibly().waitFor();
    }
    assertThat(archives()).singleElement().asString().endsWith(".jsa");
  }

  private static void signal(String signal, Process to) throws Exception {
    List<String> kill = List.of("kill", signal, String.valueOf(to.pid()));
    assertThat(ProgramRun.of(kill, LIMIT).orElseThrow().status()).isZero();
  }

  @Test
  void anArchiveOfOtherJarsIsNotUsedAndReplaced() throws Exception {
    make();
    List<String> before = archive.options();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));

    assertThat(archive.options()).isEmpty();
    assertThat(archive.isMissing()).isTrue();

    make();

    assertThat(archive.options()).isNotEmpty().isNotEqualTo(before);
    assertThat(archives()).hasSize(1);
  }

  @Test
  void oneThatWasNotMadeReplacesNothing() throws Exception {
    make();
    List<String> before = archive.options();

    assertThatThrownBy(() -> archive.make(ENDED, launcher))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("class-archive ended with status 1");

    assertThat(archive.options()).isEqualTo(before);
    assertThat(archives()).hasSize(1);
    assertThat(new ClassArchive(directory.resolve("none")).isMissing()).isFalse();
  }
}
