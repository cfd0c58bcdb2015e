package catena.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTest {
  @TempDir private Path temp;

  @Test
  void aFileIsOnesUntilItIsGivenBack() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Optional<Claim> first = Claim.of(run, run.clusterSamples());
      assertThat(first).isPresent();
      assertThat(Claim.of(run, run.clusterSamples())).isEmpty();
      try (Claim other = Claim.of(run, run.clientSamples()).orElseThrow()) {
        assertThat(other).as("another file").isNotNull();
      }
      first.get().close();
      try (Claim again = Claim.of(run, run.clusterSamples()).orElseThrow()) {
        assertThat(again).isNotNull();
      }
      assertThat(run.samples()).as("what claims a file is no file of samples").isEmpty();
    }
  }
}
