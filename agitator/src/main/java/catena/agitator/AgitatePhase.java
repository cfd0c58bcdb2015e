// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Topology;
import catena.agitator.fault.Victim;
import catena.agitator.observe.ClientJournals;
import catena.agitator.observe.ClusterWatch;
import catena.agitator.observe.Watchdog;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PlanFile;
import catena.agitator.plan.PolicyCheck;
import catena.cluster.control.ClusterControl;
import catena.cluster.control.CommandControl;
import catena.cluster.local.LocalCluster;
import catena.cluster.process.ClusterLock;
import catena.cluster.spec.ClusterSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.RunContext;
import catena.harness.instance.InstanceNodes;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.records.history.RecoveryMeasure;
import catena.records.history.Series;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.settings.LineFile;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.TextTable;
import catena.records.words.UsageException;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.io.Closer;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;

/**
 * Agitates a cluster for a run: plans, carries the plan out, heals everything, reports the cost.
 *
 * @param run its name is that of the events in the journal, and of its thread; its signal asks for
 *     the end: nothing new is begun, and what is open is healed
 * @param local the cluster, if it is a local one; else {@code agitate.control} names the commands
 * @param proofLimit how long to wait until an injected fault is confirmed, else UNKNOWN
 */
public record AgitatePhase(
    RunContext run,
    Optional<LocalCluster> local,
    Settings settings,
    Plan plan,
    Duration proofLimit) {
  /** How long to wait until an injected fault is confirmed: commands of an operator take time. */
  static final Duration PROOF_LIMIT = Duration.ofSeconds(60);

  /**
   * Time between two checks of servers, locks and tablets, to which recovery is measured: a check
   * connects to every port.
   */
  private static final Duration POLL = Duration.ofMillis(500);

  private static final Duration ZOOKEEPER = Duration.ofSeconds(4);
  private static final Duration CALL = Duration.ofMinutes(5);

  /** How long one observation may take. */
  static final Duration OBSERVE_LIMIT = Duration.ofSeconds(30);

  /** How long one that was stopped may take to heal what it has done. */
  private static final Duration ENDING = Duration.ofMinutes(6);

  /** Held while one agitates: two would erase each other's open faults. */
  static final String LOCK = ".agitator.lock";

  /** The measures in the order of time, with short titles. */
  private static final List<Map.Entry<String, RecoveryMeasure>> COLUMNS =
      List.of(
          Map.entry("notice", RecoveryMeasure.NOTICE),
          Map.entry("rehost", RecoveryMeasure.REHOST),
          Map.entry("read", RecoveryMeasure.FIRST_READ),
          Map.entry("flush", RecoveryMeasure.FIRST_FLUSH),
          Map.entry("healed", RecoveryMeasure.HEALED),
          Map.entry("whole", RecoveryMeasure.RECOVERED));

  /** The cluster that a run would start for itself. */
  static Topology topology(ClusterSpec spec) {
    List<ServerId> disks = spec.disks().canLosePower() ? spec.ids(Role.DATANODE) : List.of();
    return new Topology(
        spec.ids(),
        spec.hosted(),
        disks,
        spec.replication(),
        spec.instrument() ? Optional.of(new TreeMap<>()) : Optional.empty());
  }

  /**
   * Agitates until the plan is carried out or a stop is asked for.
   *
   * @return UNKNOWN unless every fault of the plan was done, proven, healed and recovered from
   * @throws UsageException if the plan cannot be carried out here; nothing was touched then
   */
  public PartOutcome perform() throws Exception {
    List<Path> places = places(run.directory().local(), local);
    try (Closer held = Closer.create();
        ServerLocks locks = locks(run.connection());
        InstanceNodes nodes = run.connection().nodes(ZOOKEEPER);
        AccumuloClient watcher = run.connection().watcher()) {
      for (Path place : places) {
        FileChannel lock = held.register(lock(place));
        boolean free = ClusterLock.taken(lock);
        if (!free) { // who was taken over heals what it has done, and ends
          run.terminal().note("waiting for the end of another agitate at " + place);
        }
        long deadline = run.clock().millis() + ENDING.toMillis();
        while (!free) {
          if (run.stop().await(POLL) || run.clock().millis() > deadline) {
            throw new UsageException("another agitate is at work at " + place + ": stop it first");
          }
          free = ClusterLock.taken(lock);
        }
      }
      ClusterControl control = control(settings, local, locks, List.of());
      ClusterUnderTest field =
          new ClusterUnderTest(
              control, locks::read, () -> watcher, settings.get(TableName.SETTING), CALL);
      Topology topology = ClusterUnderTest.topology(control);
      PolicyCheck.check(plan, topology); // servers may have come or gone since it was made
      RunDirectory directory = run.directory();
      AbandonedFaults.refuse(AbandonedFaults.at(places, Optional.of(directory.display())));
      directory.writeAtomically(
          directory.plan(ClientName.nth(run.name())),
          PlanFile.text(plan).getBytes(StandardCharsets.UTF_8),
          "the plan");
      run.terminal().note("agitating by " + plan.policy() + ": " + count());
      return carryOut(field, nodes, topology, places);
    }
  }

  /** The file of a place whose lock an agitator holds while it is at work there. */
  static FileChannel lock(Path place) throws IOException {
    return FileChannel.open(place.resolve(LOCK), CREATE, WRITE);
  }

  private String count() {
    return plan.faults().size()
        + (plan.faults().size() == 1 ? " fault" : " faults")
        + ", the last one healed after "
        + plan.end().toSeconds()
        + " s";
  }

  static ServerLocks locks(Connection connection) {
    return connection.locks(ZOOKEEPER);
  }

  /**
   * The commands of a file if {@code agitate.control} names one, else the local cluster.
   *
   * @param hit servers that were hit, and may have no lock now: each keeps its name
   * @throws UsageException if there is neither, or with all that is wrong with the file
   */
  static ClusterControl control(
      Settings settings, Optional<LocalCluster> local, ServerLocks locks, List<Victim> hit)
      throws IOException, InterruptedException {
    String file = settings.get(AgitateSettings.CONTROL);
    if (!file.isBlank()) {
      Map<ServerId, HostAndPort> known = new HashMap<>();
      for (Victim victim : hit) {
        if (victim.server().isPresent() && victim.address().isPresent()) {
          known.put(victim.server().get(), HostAndPort.fromString(victim.address().get()));
        }
      }
      return CommandControl.read(LineFile.find(file), locks, known);
    }
    return local.orElseThrow(
        () ->
            new UsageException(
                "This cluster's servers cannot be controlled: it is no local one, and agitate.control"
                    + " names no file of commands (conf/control has examples)"));
  }

  /** Where open faults are recorded, in addition to a run directory on another file system. */
  static List<Path> places(Optional<Path> run, Optional<LocalCluster> local) throws IOException {
    Optional<Path> cluster = local.map(its -> its.clientProperties().getParent());
    Set<Path> places = new LinkedHashSet<>(); // of one that is both it would wait for its own lock
    for (Path each : Stream.of(run, cluster).flatMap(Optional::stream).toList()) {
      places.add(Files.exists(each) ? each.toRealPath() : each.toAbsolutePath().normalize());
    }
    return List.copyOf(places);
  }

  private PartOutcome carryOut(
      ClusterUnderTest field, InstanceNodes nodes, Topology topology, List<Path> places)
      throws IOException, InterruptedException {
    Journal journal = run.journal();
    Watchdog watchdog = new Watchdog(field, journal, run.name(), this::print);
    UnhealedFaults open = UnhealedFaults.of(run.directory(), run.name(), places);
    journal.add(new Event.ClientStarted(now(), run.name(), "agitate " + plan.policy()));
    try (watchdog;
        ClientJournals witnesses = new ClientJournals(run.follower());
        ClusterWatch watch =
            new ClusterWatch(
                field,
                run.clock(),
                POLL,
                OBSERVE_LIMIT,
                watchdog::see,
                why -> watchdog.doubt(now(), why))) {
      String table = run.connection().client().tableOperations().tableIdMap().get(field.table());
      FaultContext context =
          new FaultContext(
              run.name(),
              table == null ? "" : table,
              field,
              watch,
              watchdog,
              open,
              witnesses,
              nodes::operationNames,
              ConcurrentHashMultiset.create(),
              journal,
              run.clock(),
              proofLimit,
              settings.get(AgitateSettings.RECOVERY_LIMIT),
              this::print,
              run.stop());
      List<FaultResult> results = new Agitator(context, plan, topology).run();
      journal.add(
          new Event.ClientStopped(
              now(), run.name(), run.stop().reason().orElse("the plan is carried out")));
      journal.flush();
      return outcome(results, watchdog.doubts());
    }
  }

  private void print(String what) {
    run.terminal().event(now(), what);
  }

  private long now() {
    return run.clock().millis();
  }

  /**
   * The outcome of agitation: UNKNOWN unless every fault was proven and recovered from.
   *
   * @param deaths what went wrong in addition to the faults, one sentence each
   */
  public static PartOutcome outcome(List<FaultResult> results, List<String> deaths) {
    List<String> reasons = new ArrayList<>(deaths);
    if (results.stream().noneMatch(FaultResult::begun)) {
      reasons.add("no fault was carried out, so that nothing is shown of the recovery from any");
    }
    results.forEach(result -> reasons.addAll(result.doubts()));
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("faults planned", (long) results.size());
    tally.put("faults proven", results.stream().filter(FaultResult::proven).count());
    tally.put("faults healed", results.stream().filter(FaultResult::healed).count());
    tally.put("faults recovered from", results.stream().filter(FaultResult::recovered).count());
    List<String> facts = new ArrayList<>();
    facts.add(
        "%d faults planned, %d proven, %d recovered from"
            .formatted(
                results.size(), tally.get("faults proven"), tally.get("faults recovered from")));
    facts.addAll(costs(results));
    boolean all = results.stream().allMatch(result -> result.proven() && result.recovered());
    Verdict verdict = all && reasons.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    return new PartOutcome(verdict, reasons, tally, new TreeMap<>(), facts);
  }

  /**
   * What the faults of each kind cost, for people: medians, and the worst of what counts most.
   *
   * @return the lines of a table; none if there was no fault
   */
  static List<String> costs(List<FaultResult> results) {
    if (results.isEmpty()) {
      return List.of();
    }
    Map<String, List<FaultResult>> kinds = new TreeMap<>();
    results.forEach(
        result -> kinds.computeIfAbsent(result.kind(), kind -> new ArrayList<>()).add(result));
    List<String> titles = new ArrayList<>(List.of("fault", "back"));
    COLUMNS.forEach(column -> titles.add(column.getKey()));
    titles.add("worst");
    TextTable table = new TextTable(titles.toArray(String[]::new));
    kinds.forEach((kind, of) -> table.row(row(kind, of)));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("(back: recovered from/all; medians, seconds from the injection;");
    lines.add("healed: the victims are back as planned; worst: the longest until whole)");
    return lines;
  }

  private static Object[] row(String kind, List<FaultResult> of) {
    List<Object> cells = new ArrayList<>();
    cells.add(kind);
    cells.add(of.stream().filter(FaultResult::recovered).count() + "/" + of.size());
    COLUMNS.forEach(column -> cells.add(place(of, column.getValue(), false)));
    cells.add(place(of, RecoveryMeasure.RECOVERED, true));
    return cells.toArray();
  }

  private static String place(List<FaultResult> of, RecoveryMeasure measure, boolean worst) {
    double[] values =
        of.stream()
            .filter(result -> result.measures().containsKey(measure.key()))
            .mapToDouble(result -> result.measures().get(measure.key()))
            .sorted()
            .toArray();
    if (values.length == 0) {
      return "-";
    }
    double value = worst ? values[values.length - 1] : Series.median(values);
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }
}
