package catena.scenario;

import catena.harness.accumulo.TableName;
import catena.harness.client.StopSignal;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.stats.StatsCollector;
import catena.stats.StatsSettings;
import catena.trace.TabletRecorder;
import catena.trace.TraceSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What goes on beside all the phases of a run: the samples of the cluster, and the record of where
 * each tablet is hosted.
 */
final class Companions implements AutoCloseable {
  /** The settings that they read. */
  static final List<Setting<?>> SETTINGS =
      Stream.concat(StatsSettings.all().stream(), TraceSettings.ALL.stream())
          .<Setting<?>>map(setting -> setting)
          .distinct()
          .toList();

  private final TabletRecorder recorder;
  private final StatsCollector collector;

  private Companions(TabletRecorder recorder, StatsCollector collector) {
    this.recorder = recorder;
    this.collector = collector;
  }

  /**
   * Starts them.
   *
   * @param own holds {@link #SETTINGS}
   * @throws IOException if their files cannot be made
   */
  static Companions start(Stage stage, Settings own) throws IOException, InterruptedException {
    TabletRecorder recorder =
        TabletRecorder.start(
            stage.connection(),
            own.get(TableName.SETTING),
            stage.directory(),
            stage.clock(),
            own.get(TraceSettings.INTERVAL));
    try {
      return new Companions(recorder, StatsCollector.start(request(stage, own)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      recorder.close();
      throw e;
    }
  }

  private static StatsCollector.Request request(Stage stage, Settings own) {
    return new StatsCollector.Request(
        Optional.of(stage.connection()),
        own,
        stage.directory(),
        stage.journal(),
        new StopSignal(), // a run that is broken off is sampled to its end
        stage.clock(),
        stage.terminal()::note,
        stage.cluster().map(cluster -> cluster.hadoopConf()),
        stage
            .cluster()
            .map(cluster -> cluster.clientProperties().getParent())
            .map(Object::toString)
            .orElse(""));
  }

  /** What there is to say of them, once they are closed. */
  List<PartOutcome> outcomes() {
    return List.of(collector.outcome(), recorder.outcome());
  }

  @Override
  public void close() throws IOException {
    try (recorder) {
      collector.close();
    }
  }
}
