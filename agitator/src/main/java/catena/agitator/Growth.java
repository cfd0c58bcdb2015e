// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.cluster.control.ClusterControl;
import catena.cluster.spec.Server;
import catena.harness.activity.RunContext;
import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablet;
import catena.harness.instance.Tablets;
import catena.records.history.Addition;
import catena.records.journal.Event;
import catena.records.server.Role;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * Adds tservers to a cluster by a plan, and follows each until it has its share of the tablets; for
 * one call of {@link #run}.
 */
public final class Growth {
  private static final Duration POLL = Duration.ofMillis(250);
  private static final String ROLE = Role.TSERVER.word();

  private final RunContext run;
  private final GrowthPlan plan;
  private final List<Addition> earlier;
  private final ClusterControl control;
  private final BlockingSupplier<List<ServerLocks.Lock>> locks;
  private final FailableSupplier<Tablets, Exception> places;
  private final FailableConsumer<Duration, Exception> balance;

  /** By its number; those that are begun. */
  private final Map<Integer, Addition> additions = new LinkedHashMap<>();

  /** By its number, the session of the lock of each that is registered. */
  private final Map<Integer, String> sessions = new LinkedHashMap<>();

  /**
   * Additions by a plan.
   *
   * @param earlier what earlier parts of the run have added, by the file in its directory
   * @param control adds the servers
   * @param locks shows whether one is registered
   * @param places where the tablets of all tables are, as the metadata tables have it now
   * @param balance returns when the tablets are balanced; it throws a {@link TimeoutException} if
   *     they are not within the limit
   */
  public Growth(
      RunContext run,
      GrowthPlan plan,
      List<Addition> earlier,
      ClusterControl control,
      BlockingSupplier<List<ServerLocks.Lock>> locks,
      FailableSupplier<Tablets, Exception> places,
      FailableConsumer<Duration, Exception> balance) {
    this.run = run;
    this.plan = plan;
    this.earlier = List.copyOf(earlier);
    this.control = control;
    this.locks = locks;
    this.places = places;
    this.balance = balance;
  }

  /**
   * Adds them, and comes back when the tablets are balanced with the last of them and the plan's
   * rest is over.
   *
   * @return UNKNOWN unless all of them came, host tablets, and are balanced
   */
  public PartOutcome run() throws Exception {
    List<String> doubts = new ArrayList<>();
    long due = run.clock().millis() + plan.after().toMillis();
    for (int step = 0; step < plan.steps() && doubts.isEmpty(); step++) {
      long wait = Math.max(0, due - run.clock().millis());
      if (run.stop().await(Duration.ofMillis(wait))) {
        doubts.add(stopped());
        break;
      }
      due = run.clock().millis() + plan.every().toMillis();
      // What was added already is to be reported whatever comes after it.
      try {
        doubts.addAll(add());
      } catch (InterruptedException e) {
        if (!run.stop().asked()) {
          throw e;
        }
        doubts.add(stopped());
      } catch (Exception e) {
        if (additions.isEmpty()) {
          throw e;
        }
        doubts.add(
            "%s failed after %d of %d servers were added: %s"
                .formatted(run.name(), additions.size(), plan.count(), Reasons.of(e)));
      }
    }
    if (doubts.isEmpty()) {
      boolean unused = run.stop().await(plan.rest()); // all has come that was to come
    }
    return outcome(doubts);
  }

  private String stopped() {
    return "%d of %d servers were added: %s"
        .formatted(additions.size(), plan.count(), run.stop().reason().orElse("stopped"));
  }

  /** One step of the plan; what of it did not come about, in sentences. */
  private List<String> add() throws Exception {
    run.terminal()
        .note(
            plan.inStep() == 1
                ? "adding a tserver"
                : "adding %d tservers at once".formatted(plan.inStep()));
    long begun = run.clock().millis();
    List<ServerId> ids;
    try {
      ids = control.add(Role.TSERVER, plan.inStep());
    } catch (IOException e) {
      return List.of("a server could not be added: " + Reasons.of(e));
    }
    List<Integer> numbers = new ArrayList<>();
    for (ServerId id : ids) {
      Addition one = Addition.begun(earlier.size() + additions.size() + 1, id.toString(), begun);
      numbers.add(one.number());
      change(one.at(control.server(id).address()), "begun", begun);
    }
    return follow(numbers);
  }

  private void change(Addition now, String step, long at) throws IOException {
    additions.put(now.number(), now);
    run.journal().add(new Event.ServerAdded(at, run.name(), ROLE, now.inWords(), step));
    List<Addition> all = new ArrayList<>(earlier);
    all.addAll(additions.values());
    run.directory()
        .writeAtomically(
            run.directory().additions(),
            Addition.text(all).getBytes(StandardCharsets.UTF_8),
            "the servers that were added");
  }

  /** Until these have their share of the tablets; else what is missing, in sentences. */
  private List<String> follow(List<Integer> numbers) throws Exception {
    Optional<String> missing =
        await("%s is not registered in ZooKeeper", numbers, this::register, Addition::registeredAt);
    if (missing.isEmpty()) {
      missing =
          await(
              "%s hosts no tablet (are there as many tablets as tservers?)",
              numbers, this::host, Addition::hostingAt);
    }
    return missing.isPresent() ? List.of(missing.get()) : balance(numbers);
  }

  /** Notes which of them hold their lock now. */
  private void register(List<Integer> numbers) throws IOException, InterruptedException {
    List<ServerLocks.Lock> held = locks.get().stream().filter(ServerLocks.Lock::held).toList();
    long now = run.clock().millis();
    for (int number : numbers) {
      Addition one = additions.get(number);
      Server server = control.server(ServerId.parse(one.server()).orElseThrow());
      for (ServerLocks.Lock lock : held) {
        if (ClusterUnderTest.isOf(lock, server)) {
          sessions.put(number, Long.toHexString(lock.session()));
          if (one.registeredAt().isEmpty()) {
            change(one.at(server.address()).registered(now), "registered", now);
          }
        }
      }
    }
  }

  /** Notes which of them host a tablet now. */
  private void host(List<Integer> numbers) throws Exception {
    register(numbers); // a server that was started again meanwhile has another session
    Tablets tablets = places.get();
    long now = run.clock().millis();
    for (int number : numbers) {
      Addition one = additions.get(number);
      if (one.hostingAt().isEmpty() && share(number, tablets) > 0) {
        change(one.hosting(now), "hosting", now);
      }
    }
  }

  /** How many tablets a server hosts. */
  private int share(int number, Tablets tablets) {
    String session = sessions.get(number);
    return (int)
        tablets.all().stream()
            .map(Tablet::location)
            .filter(at -> at.isPresent() && at.get().session().equals(session))
            .count();
  }

  private List<String> balance(List<Integer> numbers) throws Exception {
    try {
      run.stop()
          .interrupting(
              () -> {
                balance.accept(plan.limit());
                return true;
              });
    } catch (TimeoutException e) {
      return List.of("the tablets were not balanced within " + Amounts.span(plan.limit()));
    } catch (Exception e) { // a client that is interrupted may throw anything
      if (!run.stop().asked()) {
        throw e;
      }
      return List.of(stopped());
    }
    long now = run.clock().millis();
    register(numbers);
    Tablets tablets = places.get();
    List<String> doubts = new ArrayList<>();
    for (int number : numbers) {
      Addition one = additions.get(number);
      int share = share(number, tablets);
      change(one.balanced(now, share), "balanced", now);
      if (share == 0) {
        doubts.add(
            one.server() + " hosts no tablet any more, though the tablets are said to be balanced");
      }
    }
    return doubts;
  }

  /**
   * Polls until no server is missing.
   *
   * @param words for those that are; the first of them is named
   * @param look notes what has come
   * @param come when it did, of one server
   * @return why they are given up; empty if all have come
   */
  private Optional<String> await(
      String words,
      List<Integer> numbers,
      FailableConsumer<List<Integer>, Exception> look,
      Function<Addition, OptionalLong> come)
      throws InterruptedException {
    long end = run.clock().millis() + plan.limit().toMillis();
    String hindrance;
    Optional<Addition> missing;
    do {
      // The server asked may be busy; the next poll asks again.
      hindrance =
          Threads.attempt(() -> look.accept(numbers)).map(e -> "; " + Reasons.of(e)).orElse("");
      missing =
          numbers.stream().map(additions::get).filter(n -> come.apply(n).isEmpty()).findFirst();
      if (missing.isEmpty()) {
        return Optional.empty();
      }
    } while (!run.stop().await(POLL) && run.clock().millis() < end);
    String until =
        run.stop().asked()
            ? run.stop().reason().orElse("stopped")
            : "given up after " + Amounts.span(plan.limit());
    return Optional.of(words.formatted(missing.get().server()) + ": " + until + hindrance);
  }

  private PartOutcome outcome(List<String> doubts) {
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("servers to add", (long) plan.count());
    tally.put("servers added", (long) additions.size());
    tally.put(
        "servers with their share of the tablets",
        additions.values().stream().filter(each -> each.balancedAt().isPresent()).count());
    List<String> facts = additions.values().stream().map(Growth::inWords).toList();
    Verdict verdict = doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    return new PartOutcome(verdict, doubts, tally, Map.of(), facts);
  }

  private static String inWords(Addition one) {
    return one.balancedAt().isEmpty()
        ? one.server() + " added"
        : "%s added: registered after %s, balanced after %s, %d tablets"
            .formatted(
                one.server(),
                after(one, one.registeredAt()),
                after(one, one.balancedAt()),
                one.tablets().orElse(0));
  }

  private static String after(Addition one, OptionalLong at) {
    return Amounts.latency(Duration.ofMillis(at.orElseThrow() - one.begunAt()));
  }
}
