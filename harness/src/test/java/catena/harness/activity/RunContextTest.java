// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.fixture.NoCluster;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunContextTest {
  private static final long SEED = NoCluster.SEED;

  @TempDir Path temporary;

  private long seed(String part) {
    PartEnvironment site = NoCluster.site(OutputStream.nullOutputStream());
    RunDirectory directory = RunDirectory.at(temporary.toString(), new Configuration(false));
    return new RunContext(part, site, directory, null, Optional.empty(), new StopSignal()).seed();
  }

  /** So that faults, and rows of a sample, are not the same ones every six hours. */
  @Test
  void theFirstPartOfAKindDrawsByTheRunsSeedAndEachLaterOneByItsOwn() {
    assertThat(seed("agitate")).isEqualTo(SEED);
    assertThat(seed("ingest")).isEqualTo(SEED);
    assertThat(Stream.of("agitate", "agitate-2", "agitate-3", "verify-2").map(this::seed))
        .doesNotHaveDuplicates();
    assertThat(seed("agitate-2")).isEqualTo(seed("agitate-2"));
    assertThat(seed("walk.w3")).as("in a worker, which has a seed of its own").isEqualTo(SEED);
    assertThat(seed("walk-2.w3.2")).isNotEqualTo(SEED);
  }
}
