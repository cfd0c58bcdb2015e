// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/catena} in a tree of its own, with programs called java and mvn that do as told. */
class LauncherTest {
  private static final long LIMIT_SECONDS = Duration.ofMinutes(1).toSeconds();
  private static final List<String> TOOLS =
      List.of(
          "cat",
          "dirname",
          "find",
          "flock",
          "fold",
          "grep",
          "mkdir",
          "mktemp",
          "mv",
          "od",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "tail",
          "tr");

  /** Says its version, or does to the marks what Main would and ends as the test wants. */
  private static final String JAVA =
      """
      #!/bin/bash
      case "$*" in
        "-XshowSettings:properties -version") echo "    java.specification.version = $VERSION"; exit 0 ;;
        *-version) exit "$WITH_OPTIONS" ;;
      esac
      for word; do case $word in -Dcatena.marks=*) marks=${word#*=} ;; esac; done
      begun() { mv "$marks/started-not" "$marks/started"; }
      concluded() { mv "$marks/started" "$marks/$1"; exit "$1"; }
      eval "$MAIN"
      """;

  /** Makes what a build makes, or does as the test wants. */
  private static final String MVN =
      """
      #!/bin/bash
      echo "$*" >> "$TREE/mvn.calls"
      while [ $# -gt 0 ]; do [ "$1" != -l ] || log=$2; shift; done
      echo "[INFO] Building Catena [1/1]" >> "$log"
      lib=$TREE/scenario/target/catena/lib
      jar() { mkdir -p "${1%/*}"; { echo content; printf 'PK\\005\\006'; printf '%018d' 0; } > "$1"; }
      made() { jar "$lib/a.jar"; jar "$lib/hadoop/b.jar"; }
      eval "$BUILD"
      """;

  @TempDir Path tree;
  private final Map<String, String> environment = new TreeMap<>();
  private final List<Process> started = new ArrayList<>();

  /** What a call has come to. */
  private record Result(int status, String said) {}

  @BeforeEach
  void plant() throws IOException {
    Files.createDirectories(tree.resolve("bin"));
    Files.copy(Path.of("../bin/catena"), tree.resolve("bin/catena"));
    Files.createDirectories(tree.resolve("tools"));
    for (String tool : TOOLS) {
      // Not links, of which JUnit warns when it removes them.
      program(tool, "#!/bin/sh\nPATH=/usr/bin:/bin exec " + tool + " \"$@\"\n");
    }
    program("java", JAVA);
    program("mvn", MVN);
    Files.createDirectories(tree.resolve("tmp"));
    environment.put("PATH", tree.resolve("tools").toString());
    environment.put("TMPDIR", tree.resolve("tmp").toString());
    environment.put("TREE", tree.toString());
    environment.put("VERSION", "17");
    environment.put("WITH_OPTIONS", "0");
    environment.put("MAIN", "begun; concluded 0");
    environment.put("BUILD", "made");
  }

  @AfterEach
  void end() {
    started.forEach(
        process -> {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        });
  }

  private void program(String name, String text) throws IOException {
    Path file = tree.resolve("tools").resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** From now on the tree is one of sources, which have to be built. */
  private void sources() throws IOException {
    Files.writeString(tree.resolve("pom.xml"), "<project/>");
  }

  private Process start(String... words) throws IOException {
    List<String> line =
        new ArrayList<>(List.of("/bin/bash", tree.resolve("bin/catena").toString()));
    line.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static Result result(Process process) throws Exception {
    process.getOutputStream().close();
    // What is said here fits into a pipe.
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.exitValue(), said);
  }

  private Result call(String... words) throws Exception {
    return result(start(words));
  }

  private Result callWith(String key, String value) throws Exception {
    environment.put(key, value);
    return call();
  }

  private void awaitFile(String name) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!Files.exists(tree.resolve(name))) {
      assertThat(System.nanoTime()).as(name).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private List<String> builds() throws IOException {
    Path calls = tree.resolve("mvn.calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--help",
        "help ingest",
        "ingest --help",
        "run quick -h",
        "settings",
        "version",
        "-V",
        "completion"
      })
  void whatOnlyPrintsIsStartedWithLessAndItsStatusCounts(String line) throws Exception {
    environment.put("MAIN", "echo \"$*\"; begun; concluded 64");
    Result result = line.isEmpty() ? call() : call(line.split(" "));
    assertThat(result.status()).isEqualTo(64);
    assertThat(result.said()).contains("TieredStopAtLevel=1 ", "SimpleLoggerContextFactory ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "ingest -o x=--help", "verify help", "cluster start"})
  void whatWorksIsStartedWithAll(String line) throws Exception {
    environment.put("MAIN", "echo \"$*\"; begun; concluded 0");
    Result result = call(line.split(" "));
    assertThat(result.status()).isZero();
    assertThat(result.said())
        .contains("catena.scenario.Main " + line)
        .doesNotContain("TieredStopAtLevel", "SimpleLogger");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify -c a",
        "run quick -c a",
        "run --client-props a",
        "run --resume hdfs://n/r",
        "selftest -c a",
        "rate walk -c a",
        "report hdfs://n/r"
      })
  void theSitesConfigurationIsOnTheClassPath(String line) throws Exception {
    environment.put("MAIN", "echo \"$*\"; begun; concluded 0");
    environment.put("HADOOP_CONF_DIR", "/etc/hadoop");
    assertThat(call(line.split(" ")).said()).contains("-cp " + tree + "/lib/*:/etc/hadoop ");
    environment.put("ACCUMULO_CONF_DIR", "/etc/accumulo");
    assertThat(call(line.split(" ")).said())
        .contains("-cp " + tree + "/lib/*:/etc/accumulo:/etc/hadoop ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "run quick", "cluster start", "selftest", "rate walk"})
  void aLocalClusterDoesNotSeeTheSitesConfiguration(String line) throws Exception {
    environment.put("MAIN", "echo \"$*\"; begun; concluded 0");
    environment.put("HADOOP_CONF_DIR", "/etc/hadoop");
    environment.put("ACCUMULO_CONF_DIR", "/etc/accumulo");
    assertThat(call(line.split(" ")).said()).contains("-cp " + tree + "/lib/* ");
  }

  /** What Java does as it ends: it writes the archive where its option says. */
  private static final String ARCHIVING =
      "echo \"$*\"; begun; for w; do case $w in -XX:ArchiveClassesAtExit=*) echo classes >"
          + " \"${w#*=}\" ;; esac; done; ";

  @Test
  void theFirstRunLeavesItsClassesToTheCommandsThatFollow() throws Exception {
    Path jar =
        Files.writeString(Files.createDirectories(tree.resolve("lib")).resolve("a.jar"), "a");
    Path archive = tree.resolve(".classes.jsa");
    environment.put("MAIN", ARCHIVING + "concluded 0");
    assertThat(call("verify", "-c", "a").said()).doesNotContain(".jsa", "ArchiveClasses");
    assertThat(call("run", "quick").said()).contains("-XX:ArchiveClassesAtExit=" + tree);
    assertThat(archive).hasContent("classes");
    assertThat(tree.resolve("tmp")).isEmptyDirectory();
    assertThat(call("verify", "-c", "a").said()).contains("-XX:SharedArchiveFile=" + archive + " ");
    assertThat(call("run", "quick").said()).doesNotContain("ArchiveClasses");

    // Of another build whose jar says the same time.
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now().minusSeconds(60)));
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(call("verify", "-c", "a").said()).doesNotContain("SharedArchiveFile");
    assertThat(call("run", "quick").said()).contains("-XX:ArchiveClassesAtExit=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --list", "run quick --dry-run", "run --help", "verify -c a"})
  void whatLoadsFewClassesLeavesNone(String line) throws Exception {
    Files.createDirectories(tree.resolve("lib"));
    environment.put("MAIN", ARCHIVING + "concluded 0");
    assertThat(call(line.split(" ")).said()).doesNotContain("ArchiveClasses");
    assertThat(tree.resolve(".classes.jsa")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 64})
  void aRunThatIsRefusedOrNotCompletedLeavesNone(int status) throws Exception {
    Files.createDirectories(tree.resolve("lib"));
    environment.put("MAIN", ARCHIVING + "concluded " + status);
    assertThat(call("run", "nonsense").status()).isEqualTo(status);
    assertThat(tree.resolve(".classes.jsa")).doesNotExist();
  }

  @Test
  void aRunThatIsKilledWhileItWritesItsClassesLeavesNone() throws Exception {
    Files.createDirectories(tree.resolve("lib"));
    environment.put("MAIN", ARCHIVING + "kill -9 $$");
    call("run", "quick");
    assertThat(tree.resolve(".classes.jsa")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"'',true", "-Xmx4g,true", "-XX:+UseParallelGC,false"})
  void theCollectorIsG1UnlessTheUserNamesOne(String options, boolean g1) throws Exception {
    environment.put("MAIN", "echo \"$*\"; begun; concluded 0");
    if (!options.isEmpty()) {
      environment.put("CATENA_OPTS", options);
    }
    assertThat(call("verify", "-c", "a").said().contains("-XX:+UseG1GC")).isEqualTo(g1);
  }

  /** So that they win. */
  @Test
  void theUsersOptionsStandBehindTheScripts() throws Exception {
    environment.put("MAIN", "echo \"$*\"; begun; concluded 0");
    environment.put("CATENA_OPTS", "-Xmx77m");
    assertThat(call("help").said()).containsPattern("TieredStopAtLevel=1 .*-Xmx77m ");
  }

  /** The commit is given to the build where there is one. */
  @Test
  void theBuildIsGivenTheCommit() throws Exception {
    sources();
    program("git", "#!/bin/sh\necho 0a1b2c3d4e5f\n");
    assertThat(call().status()).isZero();
    assertThat(builds()).singleElement().asString().contains("-Dgit.commit=0a1b2c3d4e5f ");
  }

  @Test
  void aBuildOutsideOfACloneKnowsNoCommit() throws Exception {
    sources();
    assertThat(call().status()).isZero();
    assertThat(builds()).singleElement().asString().contains("-Dgit.commit=unknown ");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 64})
  void theCommandsOwnStatusComesOut(int status) throws Exception {
    Result result = callWith("MAIN", "begun; concluded " + status);
    assertThat(result).isEqualTo(new Result(status, ""));
    assertThat(tree.resolve("tmp")).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "begun; exit 1, status 1",
    "begun; exit 0, status 0",
    "begun; exit 3, out of memory",
    "begun; exit 134, crashed",
    "begun; exit 255, halted from within",
    "begun; kill -KILL $$, was killed",
    "begun; kill -TERM $$, ended by a signal",
    "kill -KILL $$, was killed",
    "begun; mv $marks/started $marks/0; exit 3, out of memory",
    "exit 1, damaged",
    "exit 3, out of memory",
  })
  void whatIsNotTheCommandsOwnStatusIsUnknownInWords(String main, String words) throws Exception {
    Result result = callWith("MAIN", main);
    assertThat(result.said()).contains("not completed", words);
    assertThat(result.status()).isEqualTo(2);
    Result worker = call("worker", "runs/x");
    assertThat(worker.said()).contains("not completed", words);
    assertThat(worker.status()).as("who starts it again tells it by that").isEqualTo(70);
  }

  @Test
  void aJavaThatCannotStartIsForTheUserToMend() throws Exception {
    environment.put("MAIN", "echo Unrecognized option; exit 1");
    Result options = callWith("WITH_OPTIONS", "1");
    assertThat(options.said()).contains("correct CATENA_OPTS");
    assertThat(options.status()).isEqualTo(64);
    Result old = callWith("VERSION", "1.8");
    assertThat(old.said()).contains("is Java 8", "17 or newer");
    assertThat(old.status()).isEqualTo(64);
    Result mute = callWith("VERSION", "");
    assertThat(mute.said()).contains("does not start, whatever it is given");
    assertThat(mute.status()).isEqualTo(64);
    Result early = callWith("MAIN", "exit 0");
    assertThat(early.said()).contains("ended before Catena began");
    assertThat(early.status()).isEqualTo(64);
  }

  @Test
  void withoutJavaOrMavenNothingStarts() throws Exception {
    Result wrongHome = callWith("JAVA_HOME", "/nowhere");
    assertThat(wrongHome.said()).contains("/nowhere/bin/java", "correct JAVA_HOME");
    assertThat(wrongHome.status()).isEqualTo(64);
    environment.remove("JAVA_HOME");
    sources();
    Files.delete(tree.resolve("tools/mvn"));
    Result noMaven = call();
    assertThat(noMaven.said()).contains("no mvn on the PATH");
    assertThat(noMaven.status()).isEqualTo(64);
    program("mvn", MVN);
    Result old = callWith("VERSION", "11");
    assertThat(old.said()).contains("is Java 11");
    assertThat(old.status()).isEqualTo(64);
    assertThat(builds()).isEmpty();
    Files.delete(tree.resolve("tools/java"));
    Result noJava = call();
    assertThat(noJava.said()).contains("no java on the PATH");
    assertThat(noJava.status()).isEqualTo(64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void aSignalReachesJavaAndItsOwnStatusComesOut(String signal) throws Exception {
    assumeNotIgnored(signal);
    environment.put("SIGNAL", signal);
    environment.put(
        "MAIN", "begun; trap 'concluded 2' $SIGNAL; : > $TREE/ready; while :; do sleep 0.05; done");
    Process process = start();
    awaitFile("ready");
    signal(signal, process);
    assertThat(result(process)).isEqualTo(new Result(2, ""));
  }

  /** A shell that was started to ignore a signal, as one in the background is, ignores it. */
  private static void assumeNotIgnored(String signal) throws IOException {
    OptionalInt bit = bitOf(signal);
    if (bit.isPresent()) {
      long ignored =
          Files.readAllLines(Path.of("/proc/self/status")).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
              .findFirst()
              .orElse(0);
      assumeThat(ignored & bit.getAsInt()).as("SIG" + signal + " is ignored here").isZero();
    }
  }

  /** Of those that a shell, or nohup, lets its children ignore. */
  private static OptionalInt bitOf(String signal) {
    return switch (signal) {
      case "HUP" -> OptionalInt.of(1);
      case "INT" -> OptionalInt.of(2);
      default -> OptionalInt.empty();
    };
  }

  private static void signal(String signal, Process process) throws Exception {
    String pid = Long.toString(process.pid());
    assertThat(new ProcessBuilder("/bin/kill", "-" + signal, pid).start().waitFor()).isZero();
  }

  @Test
  void standardInputIsJavas() throws Exception {
    environment.put("MAIN", "begun; read -r line; echo \"read $line\"; concluded 0");
    Process process = start();
    process.getOutputStream().write("a line\n".getBytes(UTF_8));
    assertThat(result(process)).isEqualTo(new Result(0, "read a line\n"));
  }

  @Test
  void theFirstCommandBuildsAndTheNextDoesNot() throws Exception {
    sources();
    assertThat(call().status()).isZero();
    assertThat(call().status()).isZero();
    assertThat(builds()).singleElement().asString().endsWith("-am package");
  }

  @Test
  void aBuildThatFailsIsUnknownAndIsDoneAnew() throws Exception {
    sources();
    Result failed = callWith("BUILD", "echo '[ERROR] broken' >> $log; made; exit 1");
    assertThat(failed.said()).contains("[ERROR] broken", "the build failed", ".build/log");
    assertThat(failed.status()).isEqualTo(2);
    assertThat(callWith("BUILD", "made").status()).isZero();
    assertThat(builds()).last().asString().endsWith("-am clean package");
  }

  @Test
  void aBuildThatMakesNothingIsNoBuild() throws Exception {
    sources();
    Result nothing = callWith("BUILD", "true");
    assertThat(nothing.said()).contains("made no distribution");
    assertThat(nothing.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "KILL"})
  void aBuildThatIsBrokenOffRepairsItself(String signal) throws Exception {
    assumeNotIgnored(signal);
    sources();
    environment.put("BUILD", "made; : > $lib/cut.jar; : > $TREE/ready; exec sleep 30");
    Process first = start();
    awaitFile("ready");
    List<ProcessHandle> children = first.descendants().toList();
    signal(signal, first);
    if (signal.equals("KILL")) {
      children.forEach(ProcessHandle::destroyForcibly);
      children.forEach(child -> child.onExit().join());
      assertThat(first.waitFor()).isEqualTo(137);
    } else {
      Result broken = result(first);
      assertThat(broken.said()).contains("the build was broken off");
      assertThat(broken.status()).isEqualTo(2);
    }
    assertThat(children).noneMatch(child -> isMaven(child) && child.isAlive());
    assertThat(callWith("BUILD", "made").status()).isZero();
    assertThat(builds()).last().asString().endsWith("-am clean package");
    assertThat(tree.resolve("scenario/target/catena/lib/cut.jar")).doesNotExist();
  }

  private static boolean isMaven(ProcessHandle child) {
    return child.info().commandLine().orElse("").contains("sleep 30");
  }

  @Test
  void oneOfTwoFirstCommandsBuildsAndTheOtherWaits() throws Exception {
    sources();
    environment.put("BUILD", ": > $TREE/ready; until [ -e $TREE/go ]; do sleep 0.05; done; made");
    Process first = start();
    awaitFile("ready");
    Process second = start();
    StringBuilder said = new StringBuilder();
    while (!said.toString().contains("waiting for it")) {
      int next = second.getInputStream().read();
      assertThat(next).as(said.toString()).isNotNegative();
      said.append((char) next);
    }
    Files.createFile(tree.resolve("go"));
    assertThat(result(first).status()).isZero();
    assertThat(result(second).status()).isZero();
    assertThat(builds()).hasSize(1);
  }

  @Test
  void withoutFlockTheLockOfADeadBuildIsTaken() throws Exception {
    sources();
    Files.delete(tree.resolve("tools/flock"));
    Files.createDirectories(tree.resolve(".build/lock.d"));
    Process gone = new ProcessBuilder("/bin/true").start();
    assertThat(gone.waitFor()).isZero();
    Files.writeString(tree.resolve(".build/lock.d/pid"), Long.toString(gone.pid()));
    Result result = call();
    assertThat(result.said()).contains("waiting for it");
    assertThat(result.status()).isZero();
    assertThat(tree.resolve(".build/lock.d")).doesNotExist();
  }

  @Test
  void aJarThatIsCutShortIsFoundAndBuiltAnew() throws Exception {
    sources();
    assertThat(call().status()).isZero();
    Path jar = tree.resolve("scenario/target/catena/lib/hadoop/b.jar");
    Path module = Files.createDirectories(tree.resolve("graph/target")).resolve("graph.jar");
    Files.writeString(module, "cut");
    byte[] whole = Files.readAllBytes(jar);
    Files.write(jar, java.util.Arrays.copyOf(whole, whole.length - 5));
    assertThat(call().status()).isZero();
    assertThat(builds()).hasSize(2);
    assertThat(jar).hasBinaryContent(whole);
    assertThat(module).doesNotExist();
  }

  @Test
  void aBuildThatJavaCannotStartIsDoneAnewWithTheNextCommand() throws Exception {
    sources();
    Result damaged = callWith("MAIN", "exit 1");
    assertThat(damaged.said()).contains("built anew with the next command");
    assertThat(damaged.status()).isEqualTo(2);
    assertThat(callWith("MAIN", "begun; concluded 0").status()).isZero();
    assertThat(builds()).hasSize(2);
  }

  /** A program called java that is Java, with the classes under test in place of the lib. */
  private void realJava() throws IOException {
    environment.put("REAL", Path.of(System.getProperty("java.home"), "bin/java").toString());
    environment.put("CLASSES", System.getProperty("java.class.path"));
    program(
        "java",
        """
        #!/bin/bash
        words=()
        for word; do [ "$word" != "${word%/lib/\\*}" ] && word=$CLASSES; words+=("$word"); done
        exec "$REAL" -Dlog4j2.level=OFF "${words[@]}"
        """);
  }

  @Test
  void mainLeavesItsMarks() throws Exception {
    realJava();
    assertThat(call("--help").status()).isZero();
    assertThat(call("nonsense").status()).isEqualTo(64);
    assertThat(tree.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void aRealJavaThatCannotStartIsNoFinding() throws Exception {
    realJava();
    assertThat(callWith("CATENA_OPTS", "-XX:+NoSuchFlag").status()).isEqualTo(64);
    assertThat(callWith("CATENA_OPTS", "-Xmx999999g").status()).isEqualTo(64);
    environment.put("CLASSES", "/nowhere");
    Result noMain = callWith("CATENA_OPTS", "-Xmx64m");
    assertThat(noMain.said()).contains("ClassNotFoundException", "damaged");
    assertThat(noMain.status()).isEqualTo(2);
  }
}
