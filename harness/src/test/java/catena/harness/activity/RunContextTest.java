package catena.harness.activity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.client.StopSignal;
import catena.harness.command.Terminal;
import catena.harness.run.RunDirectory;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunContextTest {
  private static final long SEED = 4711;

  @TempDir Path temporary;

  private long seed(String part) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    Site site =
        new Site(
            () -> {
              throw new IllegalStateException("no cluster");
            },
            false,
            Given.NOTHING,
            List.of(),
            new Terminal(nowhere, nowhere),
            Clock.systemUTC(),
            SEED);
    RunDirectory directory = RunDirectory.at(temporary.toString(), new Configuration(false));
    return new RunContext(part, site, directory, null, Optional.empty(), new StopSignal()).seed();
  }

  /** So that faults, and rows of a sample, are not the same ones every six hours. */
  @Test
  void theFirstPartOfAKindDrawsByTheRunsSeedAndEachBehindItByOneOfItsOwn() {
    assertThat(seed("agitate")).isEqualTo(SEED);
    assertThat(seed("ingest")).isEqualTo(SEED);
    assertThat(Stream.of("agitate", "agitate-2", "agitate-3", "verify-2").map(this::seed))
        .doesNotHaveDuplicates();
    assertThat(seed("agitate-2")).isEqualTo(seed("agitate-2"));
  }
}
