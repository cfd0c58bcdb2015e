package catena.report;

import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.plan.SweepFile;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The runs that a person means by a directory: itself, or those that a sweep has made below it. */
final class SweepRuns {
  private SweepRuns() {}

  /**
   * Opens them; whoever asks closes them.
   *
   * @throws catena.records.words.UsageException if there is no such directory
   * @throws IOException if it cannot be looked into
   */
  static List<RunDirectory> open(String named) throws IOException {
    RunDirectory directory = RunDirectory.open(named, new Configuration());
    Optional<SweepFile> sweep =
        SweepFile.readFrom(directory, new TolerantReader(directory, new Missing()));
    List<RunDirectory> rows = sweep.isPresent() ? sweep.get().open(directory) : List.of();
    if (rows.isEmpty()) {
      return List.of(directory);
    }
    directory.close();
    return rows;
  }
}
