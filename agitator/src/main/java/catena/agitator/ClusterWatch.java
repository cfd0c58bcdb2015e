package catena.agitator;

import catena.agitator.Tablets.Tablet;
import catena.cluster.Server;
import catena.cluster.ServerId;
import catena.cluster.ServerLocks;
import catena.harness.client.StopSignal;
import catena.harness.command.Reasons;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Looks at the cluster again and again, on two threads: quickly at the processes and the locks, and
 * at the whole of it, which takes longer where something is broken.
 */
final class ClusterWatch implements AutoCloseable {
  private static final int KEPT = 20_000;
  private static final Duration END = Duration.ofSeconds(20);

  private final Field field;
  private final Clock clock;
  private final Duration pause;
  private final Consumer<Look.Quick> onQuick;
  private final StopSignal stop = new StopSignal();
  private final Sightings<Look.Quick> quick = new Sightings<>(KEPT);
  private final Sightings<Look.Whole> whole = new Sightings<>(KEPT);
  private final LogSizes logs = new LogSizes();
  private final List<Thread> threads;
  private volatile Tablets tablets = new Tablets(List.of());

  /**
   * A watch that begins at once.
   *
   * @param pause between two looks
   * @param onQuick told of each quick look
   */
  ClusterWatch(Field field, Clock clock, Duration pause, Consumer<Look.Quick> onQuick) {
    this.field = field;
    this.clock = clock;
    this.pause = pause;
    this.onQuick = onQuick;
    threads =
        List.of(thread("watch-servers", this::lookQuickly), thread("watch-whole", this::lookAtAll));
    threads.forEach(Thread::start);
  }

  Sightings<Look.Quick> quick() {
    return quick;
  }

  Sightings<Look.Whole> whole() {
    return whole;
  }

  LogSizes logs() {
    return logs;
  }

  private interface Work {
    void perform() throws Exception;
  }

  private Thread thread(String name, Work work) {
    Runnable loop =
        () -> {
          try {
            do {
              work.perform();
            } while (!stop.await(pause));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        };
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    return thread;
  }

  private void lookQuickly() throws InterruptedException {
    long at = clock.millis();
    List<Server> servers;
    try {
      servers = field.control().list();
    } catch (IOException e) {
      return; // whoever lists the servers may be struck himself; the next look tells
    }
    Look.Quick look = new Look.Quick(at, servers, sessions());
    quick.add(look);
    onQuick.accept(look);
  }

  private Optional<Set<Long>> sessions() throws InterruptedException {
    try {
      return Optional.of(
          field.locks().read().stream().map(ServerLocks.Lock::session).collect(Collectors.toSet()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void lookAtAll() throws InterruptedException {
    Look.Whole look = look(field, clock, seen -> tablets = seen);
    whole.add(look);
    logs.see(Recovery.logs(List.of(look)));
  }

  /** One look at the whole. */
  static Look.Whole look(Field field, Clock clock) throws InterruptedException {
    return look(field, clock, seen -> {});
  }

  private static Look.Whole look(Field field, Clock clock, Consumer<Tablets> seer)
      throws InterruptedException {
    long at = clock.millis();
    SortedMap<ServerId, String> missing = new TreeMap<>();
    try {
      missing.putAll(field.control().missing());
      Tablets tablets = field.tablets();
      List<Tablet> unhosted = tablets.unhosted(field.tserverSessions(), field.onlineTables());
      seer.accept(tablets);
      return new Look.Whole(at, missing, unhosted, Optional.empty());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // any failure to look is what was seen
      String problem = "the tablets cannot be seen: " + Reasons.of(e);
      return new Look.Whole(at, missing, List.of(), Optional.of(problem));
    }
  }

  /** The last row of a tablet of a table that one of the victims held when it was last seen. */
  Optional<String> rowHeldBy(List<Victim> victims, String tableId) {
    Set<String> addresses =
        victims.stream().flatMap(victim -> victim.address().stream()).collect(Collectors.toSet());
    return tablets.all().stream()
        .filter(tablet -> tablet.name().startsWith(tableId + ";"))
        .filter(tablet -> tablet.address().filter(addresses::contains).isPresent())
        .map(tablet -> tablet.name().substring(tableId.length() + 1))
        .findFirst();
  }

  @Override
  public void close() {
    stop.ask("closed");
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(END.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
