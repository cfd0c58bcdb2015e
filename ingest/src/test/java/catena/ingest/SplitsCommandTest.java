// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.ingest.table.GraphSettings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitsCommandTest {
  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private static SplitsCommand command() {
    return new SplitsCommand(
        new CommandContext(
            List.of(GraphSettings.ROW_MIN, GraphSettings.ROW_MAX),
            List.of(),
            new StopSignal(),
            Clock.systemUTC(),
            () -> 7));
  }

  private Verdict run(String... words) {
    SplitsCommand command = command();
    JCommander.newBuilder().addObject(command).build().parse(words);
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return command.run(new Terminal(stream, stream));
  }

  @Test
  void evenlySpacedRowsAreWritten() {
    Path file = temp.resolve("splits.txt");
    assertThat(run("3", file.toString(), "-o", "graph.row.min=0", "-o", "graph.row.max=1000"))
        .isEqualTo(Verdict.PASS);
    assertThat(file).content().isEqualTo("00000000000000fa\n00000000000001f4\n00000000000002ee\n");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("wrote 3 split points into " + file + System.lineSeparator());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "0 f", "03 f", "10000000 f", "x f", "3 f g"})
  void whatIsNoNumberAndAFileIsRefused(String words) {
    assertThatThrownBy(() -> run(words.isEmpty() ? new String[0] : words.split(" ", -1)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("splits N FILE, where N is from 1 to 9999999");
  }

  @Test
  void aRangeWithoutRowsIsRefused() {
    String file = temp.resolve("f").toString();
    assertThatThrownBy(() -> run("1", file, "-o", "graph.row.min=5", "-o", "graph.row.max=5"))
        .isInstanceOf(UsageException.class)
        .hasMessage("graph.row.min must be less than graph.row.max");
  }

  @Test
  void itSaysHowItIsCalled() {
    assertThat(command().description().name()).isEqualTo("splits");
    assertThat(command().description().examples())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).startsWith("bin/catena splits "));
    assertThat(command().description().settings())
        .isEqualTo(List.of(GraphSettings.ROW_MIN, GraphSettings.ROW_MAX));
  }
}
