// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.Graph;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunForecast;
import catena.harness.activity.Work;
import catena.harness.job.Runner;
import catena.ingest.bulk.BulkPlace;
import catena.ingest.bulk.GraphLoad;
import catena.ingest.table.GraphSettings;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.BulkPlan;
import catena.ingest.write.IngestPlan;
import catena.ingest.write.Writer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Loads whole blocks of a graph by a MapReduce job that writes files, and one import. */
public final class BulkActivity implements Activity {
  private static final List<Setting<?>> SETTINGS =
      Setting.all(List.of(TableName.SETTING), GraphSettings.ALL, GraphLoad.SETTINGS);

  @Override
  public Description description() {
    return Description.of(
            "bulk", "load blocks of the graph by files that a MapReduce job writes", SETTINGS)
        .examples(
            "bin/catena bulk -c client.properties -o bulk.writers=4 -o bulk.blocks=10",
            "bin/catena bulk -c client.properties -o job.on=yarn -o hadoop.conf=/etc/hadoop")
        .effect(Effect.WRITES);
  }

  @Override
  public Forecast forecast(Settings own) {
    int writers = own.get(GraphLoad.WRITERS);
    long blocks = own.get(GraphLoad.BLOCKS);
    var spec = GraphSettings.fresh(own, 0);
    double nodes = (double) writers * blocks * spec.depth() * spec.flushInterval();
    return new Forecast(
        "%d writers × %s blocks".formatted(writers, Amounts.grouped(blocks)),
        Forecast.ForecastKind.WRITES,
        nodes < Long.MAX_VALUE ? OptionalLong.of((long) nodes) : OptionalLong.empty(),
        0,
        Map.of(RunForecast.WRITTEN, 1.0),
        IngestPlan.bytes(spec),
        Optional.empty(),
        false);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.check(
        () -> {
          IngestTarget.checkImported(GraphSettings.fresh(own, 0));
        });
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    IngestTarget target =
        IngestTarget.find(site.connection(), own.get(TableName.SETTING), own, site::seed);
    target.checkImport();
    Runner.check(own);
    GraphLoad.checkRoom(new Graph(target.spec()), own.get(GraphLoad.BLOCKS));
    BulkPlace place =
        BulkPlace.of(site.connection(), target.tableId(), own.get(BulkPlan.DIRECTORY));
    return new BulkLoad(target, own, place);
  }

  /** One load. */
  private record BulkLoad(IngestTarget target, Settings own, BulkPlace place) implements Work {
    @Override
    public List<String> wouldDo() {
      return List.of(
          "table %s, graph %s".formatted(target.table(), target.spec().fingerprint()),
          "would load %s blocks of each of %d new writers, by files below %s"
              .formatted(
                  Amounts.grouped(own.get(GraphLoad.BLOCKS)),
                  own.get(GraphLoad.WRITERS),
                  place.home()));
    }

    @Override
    public Map<String, String> settled() {
      return Map.of("graph.seed", Long.toString(target.spec().seed()));
    }

    @Override
    public PartOutcome perform(RunContext whole) throws Exception {
      // A session that is lost ends the load, and not the run.
      RunContext run = whole.of(whole.name(), whole.site(), whole.stop().child());
      target.store(run.terminal()::note);
      Writers source = Writers.of(target, run.directory(), run.clock(), run.name(), run.stop());
      try {
        target.graphFile().writeTo(run.directory());
        List<Writer> writers = source.create(own.get(GraphLoad.WRITERS));
        try {
          PartOutcome all = new GraphLoad(run, target, own, place, writers).load();
          return source.sessionLost().map(all::doubted).orElse(all);
        } finally {
          close(run, writers);
        }
      } finally {
        source.giveBack(run.terminal()::note);
      }
    }

    private static void close(RunContext run, List<Writer> writers) throws IOException {
      IOException failure = new IOException("ledgers could not be closed");
      for (Writer writer : writers) {
        try {
          writer.ledger().close(run.clock().millis());
        } catch (IOException e) {
          failure.addSuppressed(e);
        }
        try (var hold = writer.hold()) { // its end only helps to see a ledger that loses its own
          hold.ended(writer.ledger().attempted());
        } catch (IOException e) {
          run.terminal().note(writer.client() + ": " + Reasons.of(e));
        }
      }
      if (failure.getSuppressed().length > 0) {
        throw failure;
      }
    }
  }
}
