// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.harness.accumulo.TableName;
import catena.harness.activity.CallerContext;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.CommandOptions;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.Rated;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.command.CommonOptions;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.Batch;
import catena.ingest.write.IngestPlan;
import catena.ingest.write.OperationWriter;
import catena.ingest.write.Recording;
import catena.ingest.write.Writer;
import catena.ingest.ycsb.ClientWriters;
import catena.ingest.ycsb.YcsbClient;
import catena.ingest.ycsb.YcsbPlan;
import catena.read.check.Ledgers;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReaderContext;
import catena.records.budget.Measure;
import catena.records.journal.ClientName;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableFunction;

/** YCSB's operations over the nodes of a graph. */
public final class YcsbActivity implements ReadActivity {
  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS = Setting.all(ReadSettings.ALL, YcsbPlan.SETTINGS);

  private final Optional<FailableFunction<ReaderContext, ReadPhase.Reader, Exception>> clients;

  /** The activity; until it is performed its clients have no writers, and can only read. */
  public YcsbActivity() {
    this.clients = Optional.empty();
  }

  /**
   * The activity once its writers are open.
   *
   * @param clients makes the clients, each with the writers that it writes as
   */
  public YcsbActivity(FailableFunction<ReaderContext, ReadPhase.Reader, Exception> clients) {
    this.clients = Optional.of(clients);
  }

  @Override
  public Description description() {
    return reading(
            "ycsb", "read, update, insert and scan records in YCSB's mixes, checked", SETTINGS)
        .examples(
            "bin/catena ycsb -c client.properties -o ycsb.duration=10m runs/load",
            "bin/catena ycsb -c client.properties -o ycsb.workload=workloads/workloada runs/load")
        .effect(Effect.WRITES)
        .sharing(YcsbPlan.PACE.clients())
        .rated(new Rated("operations", Measure.OPERATION_P99, 10))
        .options(YcsbOptions::new)
        .graph(YcsbActivity::checkMade)
        .checks(
            // Scans go to the end of the table: enough begin for one to begin among the first rows.
            CheckForm.of(
                "ycsb",
                Way.READING,
                Map.of(
                    "ycsb.count", "600",
                    "ycsb.read", "2",
                    "ycsb.scan", "1",
                    "ycsb.update", "0",
                    "ycsb.scan.least", "1000"),
                Nature.NO_DELETES));
  }

  @Override
  public PaceSettings.Pace pace(Settings own) {
    return YcsbPlan.PACE.pace(own);
  }

  @Override
  public Settings filled(Settings own) {
    return YcsbPlan.filled(own);
  }

  @Override
  public Forecast forecast(Settings own) {
    return ReadActivity.super.forecast(YcsbPlan.filled(own));
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.check(() -> ReadActivity.super.check(YcsbPlan.filled(own), given, problems));
    given
        .find(YcsbOptions.class)
        .ifPresent(
            options -> options.check(given.find(CommonOptions.class).orElseThrow(), problems));
  }

  @Override
  public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
    YcsbPlan plan = YcsbPlan.of(settings);
    return clients.orElse(context -> new YcsbClient(context, plan, 0, ClientWriters.NONE));
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    Settings settings = YcsbPlan.filled(own);
    YcsbPlan plan = YcsbPlan.of(settings);
    IngestTarget target = IngestTarget.existing(site.connection(), settings.get(TableName.SETTING));
    check(target.spec(), plan);
    ReadTarget read = ReadTarget.find(site.connection(), settings);
    read.check(site.runs());
    return new Operations(target, read, settings, plan);
  }

  private static void check(GraphSpec spec, YcsbPlan plan) {
    Problems problems = new Problems();
    checkRecords(spec, plan, problems);
    problems.unless(
        !plan.updates() || !spec.updates().isNone(),
        "the mix updates records, and the table's graph has no updates: make it with graph.updates,"
            + " such as 200:zipfian");
    problems.throwIfAny();
  }

  private static void checkRecords(GraphSpec spec, YcsbPlan plan, Problems problems) {
    problems.unless(
        spec.deleteProbability() == 0,
        "ycsb works on records that stay: make the table with graph.delete.probability=0");
    plan.checkFields(spec, problems);
  }

  /** Checks a graph, however its table is loaded. */
  private static void checkMade(GraphSpec made, Settings own, Problems problems) {
    YcsbPlan plan = YcsbPlan.of(YcsbPlan.filled(own));
    checkRecords(made, plan, problems);
    problems.unless(
        !made.updates().isNone() || !plan.updates(),
        "ycsb updates records, and createtable makes a graph without updates: set graph.updates,"
            + " such as 1000:zipfian, and load by ingest (files hold no updates), or give a mix"
            + " without them");
  }

  /** One part's clients. */
  private record Operations(IngestTarget target, ReadTarget read, Settings settings, YcsbPlan plan)
      implements Work {
    /** Ends the name of the writers, so that windows are not counted among the operations. */
    private static final String WRITES = "-writes";

    @Override
    public List<String> wouldDo() {
      List<String> lines = new ArrayList<>();
      lines.add("table %s, graph %s".formatted(target.table(), target.spec().fingerprint()));
      lines.addAll(plan.notes());
      return lines;
    }

    /**
     * Makes operations until every client is done, the time is up or a stop is asked for.
     *
     * @throws UsageException if the records are not those that are asked for; nothing was done then
     */
    @Override
    public PartOutcome perform(RunContext run) throws Exception {
      plan.notes().forEach(run.terminal()::note);
      target.asRunTable().check(run.ledgers());
      Graph graph = new Graph(target.spec());
      checkLoaded(run, graph);
      StopSignal own = run.stop().child();
      // A worker's name ends the writers', too, so that those of all workers are one group.
      String part = ClientName.ofLog(run.name());
      String name = part + WRITES + run.name().substring(part.length());
      Writers source = Writers.of(target, run.directory(), run.clock(), name, own);
      try {
        ClientWriters writers = writers(run, graph, source, own);
        AtomicInteger next = new AtomicInteger();
        YcsbActivity activity =
            new YcsbActivity(
                context -> new YcsbClient(context, plan, next.getAndIncrement(), writers));
        PartOutcome outcome = activity.phase(run, read, settings).run(own);
        return source
            .sessionLost()
            .map(why -> outcome.and(PartOutcome.doubt(run.name() + ": " + why)))
            .orElse(outcome);
      } finally {
        source.giveBack(run.terminal()::note);
      }
    }

    private void checkLoaded(RunContext run, Graph graph) throws IOException {
      Problems problems = new Problems();
      Ledgers loaded = new Ledgers(run.ledgers(), target.asRunTable().home(), graph, read.known());
      plan.check(graph, loaded.read().promise(), problems);
      problems.throwIfAny();
    }

    private ClientWriters writers(RunContext run, Graph graph, Writers source, StopSignal own)
        throws IOException {
      target.graphFile().writeTo(run.directory());
      Recording recording =
          Recording.unmeasured(
              run.journal()::add, run.terminal()::note, run.clock(), System::nanoTime);
      Function<Writer, OperationWriter> opened =
          writer ->
              new OperationWriter(
                  writer,
                  graph,
                  new Batch(() -> target.batchWriter(IngestPlan.batch(settings))),
                  plan.way(),
                  recording,
                  own);
      int clients = YcsbPlan.PACE.pace(settings).clients();
      WriteOrder order = new WriteOrder(graph);
      List<Writer> loaded =
          plan.updates()
              ? source.carryOn(clients, (writer, at) -> isLoaded(order, writer, at))
              : List.of();
      return new ClientWriters(
          loaded.stream().map(opened).toList(), () -> opened.apply(source.create(1).get(0)));
    }

    /** Whether the writer's next write is another one of a record of its block. */
    private static boolean isLoaded(WriteOrder order, int writer, Position at) {
      Step next = order.step(writer, at.block(), at.step());
      return next == Step.UPDATE || next == Step.CLOSE;
    }
  }

  /** The argument of the command: the run whose ingest has loaded the records. */
  static final class YcsbOptions extends CommandOptions {
    @Parameter(
        description =
            "RUN: the run directory whose ingest loaded the records; its writers update them")
    private List<String> loads = new ArrayList<>();

    @Override
    public Optional<String> directory() {
      return loads.isEmpty() ? Optional.empty() : Optional.of(loads.get(0));
    }

    void check(CommonOptions common, Problems problems) {
      problems.unless(
          loads.size() == 1,
          loads.isEmpty()
              ? "name the run directory whose ingest loaded the records: bin/catena ycsb RUN"
              : "ycsb works within one run directory, not " + loads.size());
      problems.unless(
          common.runDir().isEmpty(),
          "ycsb works within the run that it names; leave --run-dir out");
    }
  }
}
