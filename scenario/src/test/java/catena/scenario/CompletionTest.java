// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bash makes of the completion that is printed. */
class CompletionTest {
  @TempDir Path directory;
  private Path script;

  @BeforeEach
  void print() throws IOException {
    CommandLine line = CommandLine.run("completion");
    assertThat(line.status()).isZero();
    script = Files.writeString(directory.resolve("catena"), line.out());
  }

  /** What is offered for the last of these words, which is not finished. */
  private List<String> offered(String... words) throws IOException {
    String line =
        "set -u; . %s; COMP_WORDS=(bin/catena \"$@\"); COMP_CWORD=$#; _catena; printf '%%s\\n' \"${COMPREPLY[@]}\"; complete -p catena > /dev/null"
            .formatted(script);
    List<String> call = new java.util.ArrayList<>(List.of("bash", "--norc", "-c", line, "bash"));
    call.addAll(List.of(words));
    Process bash = new ProcessBuilder(call).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    return new String(bash.getInputStream().readAllBytes(), UTF_8).lines().toList();
  }

  @Test
  void commandsAreOffered() throws IOException {
    assertThat(offered("ing")).containsExactly("ingest");
    assertThat(offered("")).contains("run", "verify", "help", "completion", "--version");
  }

  @Test
  void optionsAreThoseOfTheCommand() throws IOException {
    assertThat(offered("ingest", "--re")).containsExactly("--resume");
    assertThat(offered("run", "quick", "--re")).containsExactly("--resume");
    assertThat(offered("run", "quick", "--xy")).containsExactly("");
    assertThat(offered("help", "--")).containsExactly("--help");
  }

  @Test
  void settingsAreThoseOfTheCommand() throws IOException {
    assertThat(offered("ingest", "-o", "ingest.cl")).containsExactly("ingest.clients=");
    assertThat(offered("run", "-o", "verify.mo")).containsExactly("verify.mode=");
    assertThat(offered("createtable", "-o", "ingest.cl")).containsExactly("");
  }

  @Test
  void argumentsAreThoseThatThereAre() throws IOException {
    assertThat(offered("cluster", "st")).containsExactlyInAnyOrder("start", "stop", "status");
    assertThat(offered("settings", "ver")).containsExactly("verify");
    assertThat(offered("help", "wal")).containsExactly("walk");
    assertThat(offered("run", "quic")).isEqualTo(shipped("quick"));
  }

  /** Where the tests know where the distribution is. */
  private static List<String> shipped(String name) {
    return List.of(ScenarioFile.shippedNames().contains(name) ? name : "");
  }
}
