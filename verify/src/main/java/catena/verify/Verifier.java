package catena.verify;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableName;
import catena.harness.client.Bounded;
import catena.harness.client.StopSignal;
import catena.harness.command.Problems;
import catena.harness.command.Terminal;
import catena.harness.command.UsageException;
import catena.harness.read.AuthorizationFile;
import catena.harness.read.AuthorizationSets;
import catena.harness.read.Ledgers;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.Verdict;
import catena.verify.VerifySettings.Mode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Verifies one table once: all modes and passes that the settings ask for, one verdict. */
public final class Verifier {
  private static final Logger LOG = LogManager.getLogger(Verifier.class);

  /**
   * What to verify.
   *
   * @param settings those of {@link VerifySettings#all}
   * @param runs whose ledgers say what the table must hold
   * @param output where {@code verdict.json} and {@code findings.jsonl} are replaced
   * @param stop ends it early, as a doubt
   * @param seed of the sample
   */
  public record Request(
      Connection connection,
      Settings settings,
      List<RunDirectory> runs,
      RunDirectory output,
      Terminal terminal,
      StopSignal stop,
      Clock clock,
      long seed) {
    /** Copies the runs. */
    public Request {
      runs = List.copyOf(runs);
    }
  }

  /** One pass over the table. */
  @FunctionalInterface
  private interface Pass {
    PassResult run() throws Exception;
  }

  private final Request request;
  private final AccumuloClient client;
  private final String table;
  private Optional<String> silent = Optional.empty();

  private Verifier(Request request) {
    this.request = request;
    this.client = request.connection.client();
    this.table = request.settings.get(TableName.SETTING);
  }

  /**
   * Verifies, prints what it finds, and writes the findings and the verdict.
   *
   * @throws UsageException if what was asked does not fit the table, the user or the ledgers;
   *     nothing was read then
   * @throws Exception if the findings or the verdict could not be written
   */
  public static Outcome verify(Request request) throws Exception {
    return new Verifier(request).verify();
  }

  /**
   * What the cluster says of the table and of who asks.
   *
   * @param allocated how many writers' numbers are taken, as far as it matters
   */
  private record Subject(
      String tableId, Optional<GraphSpec> spec, Mode mode, Authorizations user, int allocated) {}

  private Subject find() throws Exception {
    String tableId = client.tableOperations().tableIdMap().get(table);
    if (tableId == null) {
      throw new UsageException("There is no table " + table + ": name one with table.name");
    }
    Optional<GraphSpec> spec = spec();
    Mode mode = mode(spec);
    return new Subject(
        tableId,
        spec,
        mode,
        client.securityOperations().getUserAuthorizations(client.whoami()),
        mode == Mode.REFERENCES ? 0 : SilentWriters.allocated(request.connection, tableId));
  }

  private Outcome verify() throws Exception {
    Duration patience = request.settings.get(VerifySettings.STALL_LIMIT);
    try {
      return verify(Bounded.call("Asking for table " + table, patience, this::find));
    } catch (TimeoutException e) {
      Outcome outcome =
          Outcome.NOTHING.doubted(e.getMessage() + ": is every server of the cluster at work?");
      outcome.toFile().writeTo(request.output);
      Report.print(outcome, request.terminal);
      return outcome;
    }
  }

  private Outcome verify(Subject subject) throws Exception {
    String tableId = subject.tableId;
    Optional<GraphSpec> spec = subject.spec;
    Mode mode = subject.mode;
    Authorizations user = subject.user;
    List<Authorizations> sets =
        AuthorizationSets.of(VerifySettings.AUTHS.key(), auths(request.settings), user);
    checkTogether(mode);
    Graph graph = spec.map(Graph::new).orElseGet(() -> new Graph(GraphSpec.ofSeed(0)));
    Ledgers.Home home =
        new Ledgers.Home(
            request.connection.instanceId(),
            tableId,
            spec.map(GraphSpec::fingerprint).orElse("none"));
    Supplier<Ledgers> anew =
        () -> new Ledgers(spec.isPresent() ? request.runs : List.of(), home, graph);
    Ledgers ledgers = anew.get();
    Ledgers.Reading before = ledgers.read();
    silent =
        before.ledgers() == 0
            ? Optional.empty()
            : SilentWriters.doubt(subject.allocated, before.promise());
    try (Runner runner = Runner.of(request.settings, System.getenv());
        FindingBook book =
            new FindingBook(
                request.output, request.terminal, request.settings.get(VerifySettings.PRINTED))) {
      Outcome outcome =
          scan(
              scanned ->
                  new Session(
                      request.connection,
                      request.settings,
                      table,
                      scanned,
                      spec.map(Graph::new),
                      user,
                      ledgers,
                      anew,
                      before,
                      runner,
                      book,
                      request.terminal,
                      request.stop,
                      request.clock,
                      System::nanoTime,
                      request.seed),
              mode,
              sets);
      book.printGroups();
      book.publish();
      outcome.toFile().writeTo(request.output);
      Report.print(outcome, request.terminal);
      return outcome;
    }
  }

  /** Makes the session over the table that is read. */
  @FunctionalInterface
  private interface Sessions {
    Session over(String scanned);
  }

  private Outcome scan(Sessions sessions, Mode mode, List<Authorizations> sets)
      throws InterruptedException {
    try {
      if (!request.settings.get(VerifySettings.OFFLINE)) {
        return passes(sessions.over(table), mode, sets);
      }
      try (OfflineClone clone = new OfflineClone(client, table)) {
        return passes(sessions.over(clone.name()), mode, sets);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (e instanceof UsageException usage) {
        throw usage;
      }
      LOG.error("verify of {} was not completed", table, e);
      return Outcome.NOTHING.doubted(
          "The table could not be cloned, or the clone not removed: " + e);
    }
  }

  private Outcome passes(Session session, Mode mode, List<Authorizations> sets)
      throws InterruptedException {
    Outcome all = Outcome.NOTHING;
    boolean exact = mode != Mode.REFERENCES;
    boolean references = mode != Mode.EXACT;
    for (Authorizations set : sets) {
      String suffix = sets.size() > 1 ? " [" + set + "]" : "";
      if (exact) {
        all = all.and(pass("exact" + suffix, suffix, session, new ExactPass(session, set)::run));
      }
      if (references) {
        all =
            all.and(
                pass(
                    "references" + suffix, suffix, session, new ReferencesPass(session, set)::run));
      }
    }
    if (exact) {
      all = covered(all, session, sets);
    }
    return all;
  }

  private Outcome pass(String title, String suffix, Session session, Pass pass)
      throws InterruptedException {
    if (request.stop.asked()) {
      return Outcome.NOTHING.doubted("Not begun, since a stop was asked for: " + title);
    }
    try {
      PassResult result = pass.run();
      Map<String, Long> tally =
          title.startsWith("exact")
              ? Report.exact(result, session.isWhole())
              : Report.references(result);
      Report.print(title, tally, result, request.terminal);
      Map<String, Long> named = new LinkedHashMap<>();
      tally.forEach((name, n) -> named.put(name + suffix, n));
      return new Outcome(result.verdict(), result.doubts(), named, result.findings());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (e instanceof UsageException usage) {
        throw usage;
      }
      LOG.error("verify {} of {} was not completed", title, table, e);
      return Outcome.NOTHING.doubted("The pass " + title + " was not completed: " + e);
    }
  }

  /** Says what the passes together did not look at. */
  private Outcome covered(Outcome outcome, Session session, List<Authorizations> sets) {
    List<String> notes = new ArrayList<>();
    if (session.sample() < 1) {
      notes.add(
          "A sample: "
              + session.sample()
              + " of every window was verified (seed "
              + session.seed()
              + ")");
    }
    if (!session.within().equals(RowRange.ALL)) {
      notes.add("Only the rows " + session.within() + " were verified");
    }
    List<String> unseen = AuthorizationSets.unseen(session.graph().orElseThrow().spec(), sets);
    Outcome passed = outcome.and(new Outcome(Verdict.PASS, notes, Map.of(), Map.of()));
    Outcome noted = silent.map(passed::doubted).orElse(passed);
    if (unseen.isEmpty()) {
      return noted;
    }
    String reason =
        "Entries of the visibilities " + unseen + " are hidden from the authorizations in use";
    return auths(request.settings).isBlank()
        ? noted.doubted(reason + ": grant them to the user")
        : noted.and(new Outcome(Verdict.PASS, List.of(reason), Map.of(), Map.of()));
  }

  private Optional<GraphSpec> spec() throws Exception {
    try {
      return TableGraph.load(client, table);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "The graph in the properties of table " + table + " cannot be read: " + e.getMessage());
    }
  }

  private Mode mode(Optional<GraphSpec> spec) {
    Mode asked = request.settings.get(VerifySettings.MODE);
    if (asked == Mode.AUTO) {
      return spec.isPresent() ? Mode.EXACT : Mode.REFERENCES;
    }
    if (asked != Mode.REFERENCES && spec.isEmpty()) {
      throw new UsageException(
          "Table " + table + " has no graph: verify it with verify.mode=references");
    }
    return asked;
  }

  private void checkTogether(Mode mode) {
    Problems problems = new Problems();
    check(request.settings, problems);
    problems.unless(
        mode == Mode.EXACT || request.settings.get(VerifySettings.SAMPLE) >= 1,
        "verify.sample: references lead out of any sample; use it with verify.mode=exact");
    problems.throwIfAny();
  }

  /** The sets of authorizations that are asked for, as text; empty for the user's own. */
  public static String auths(Settings settings) {
    return AuthorizationFile.text(settings, VerifySettings.AUTHS, VerifySettings.AUTHS_FILE);
  }

  /** Finds what is wrong between the settings of a verification, before it starts. */
  public static void check(Settings settings, Problems problems) {
    long min = settings.get(VerifySettings.ROW_MIN).orElse(0L);
    long max = settings.get(VerifySettings.ROW_MAX).orElse(Long.MAX_VALUE);
    problems.unless(
        min < max, "verify.row.min must be less than verify.row.max: " + min + " is not " + max);
    problems.check(
        () -> {
          String unused = auths(settings);
        });
  }
}
