package catena.verify;

import catena.harness.activity.RunOptions;
import catena.records.settings.Layer;
import catena.verify.job.VerifySettings;
import com.beust.jcommander.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What only the command line can ask of a verification. */
final class VerifyOptions extends RunOptions {
  @Parameter(names = "--on", description = "local or yarn: where the job runs (verify.on)")
  private String on;

  @Override
  public List<Layer> layers() {
    return on == null
        ? List.of()
        : List.of(Layer.of("--on", Map.of(VerifySettings.JOB.on().key(), on)));
  }

  /** What is found stands in the first run. */
  @Override
  public Optional<String> directory() {
    return runs().stream().findFirst();
  }
}
