// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.simulation.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A table as Accumulo keeps one: tablets on servers that apply what is sent to them, each version
 * with a time that the server gives it.
 *
 * <p>It keeps what it was given, but for the faults that a {@link Liar} plants.
 */
public final class Table {
  /** A call that no client waits for is forgotten so often, when its session is swept. */
  private static final double SWEPT = 0.2;

  private final World world;
  private final List<Server> servers;
  private final List<Tablet> tablets = new ArrayList<>();
  private final Set<String> doubled = new HashSet<>();
  private final Set<String> leaked = new HashSet<>();
  private final Set<String> withheld = new HashSet<>();

  private final ClientRecord record = new ClientRecord();
  private final Manager manager;
  private final boolean logical;
  private final boolean every;
  private boolean late;
  private boolean tied;
  private boolean repeated;
  private boolean takesTimes = true;

  /** An empty table of one tablet, with logical time. */
  public Table(World world, int servers) {
    this(world, servers, true, false);
  }

  /**
   * An empty table of one tablet.
   *
   * @param logical whether entries that come one after the other always get different times; else
   *     those of one millisecond get the same
   * @param every whether it returns every version of an entry, else the newest
   */
  public Table(World world, int servers, boolean logical, boolean every) {
    this.world = world;
    this.logical = logical;
    this.every = every;
    this.manager = new Manager(world, this);
    this.servers =
        IntStream.range(0, servers)
            .mapToObj(number -> new Server(number, world.between(-500, 500)))
            .toList();
    tablets.add(new Tablet("", 0));
  }

  /** All servers, by number. */
  public List<Server> servers() {
    return servers;
  }

  /** From now on each entry gets a time of the server, whatever a client has given. */
  public void ignoreTimes() {
    takesTimes = false;
  }

  /** The tablets as they are now, in the order of their rows. */
  public List<Tablet> tablets() {
    return tablets;
  }

  /** What clients handed over, and were told was acknowledged. */
  public ClientRecord record() {
    return record;
  }

  /** What imports files into it. */
  public Manager manager() {
    return manager;
  }

  /** Keys that scans return twice. */
  public Set<String> doubled() {
    return doubled;
  }

  /** Keys that scans return whatever the authorizations. */
  public Set<String> leaked() {
    return leaked;
  }

  /** Keys that scans return only to those who have all of the user's authorizations. */
  public Set<String> withheld() {
    return withheld;
  }

  /** The tablet that a row is in. */
  public Tablet tablet(String row) {
    for (Tablet tablet : tablets) {
      if (tablet.reaches(row)) {
        return tablet;
      }
    }
    throw new IllegalStateException("the last tablet has no end");
  }

  /** The server that hosts a row's tablet. */
  public Server serverOf(String row) {
    return servers.get(tablet(row).server());
  }

  /** Splits a tablet behind a row, if that makes two of it. */
  void split(String row) {
    Tablet tablet = tablet(row);
    if (!tablet.end().equals(row)) {
      tablets.add(tablets.indexOf(tablet), tablet.splitAt(row));
      world.note("split at " + row);
    }
  }

  /** Moves a tablet to another server, which the old one closes first. */
  void move(Tablet tablet, int to) {
    tablet.compact();
    tablet.moveTo(to);
    world.note("tablet up to " + name(tablet) + " moves to server " + to);
  }

  /**
   * Kills a server; others take its tablets over.
   *
   * @param recovered whether its log is there
   */
  void kill(Server server, boolean recovered) {
    world.note("server " + server.number() + " dies" + (recovered ? "" : " without a log"));
    server.die();
    for (Tablet tablet : tablets) {
      if (tablet.server() == server.number()) {
        if (recovered) {
          tablet.compact();
        } else {
          tablet.loseMemory();
        }
        tablet.moveTo(world.below(servers.size()));
      }
    }
  }

  /** Whether anything was ever applied after its client had given it up. */
  public boolean hasBeenLate() {
    return late;
  }

  /** Whether it orders entries by milliseconds, so that two of a key may have one time. */
  public boolean mayTie() {
    return !logical;
  }

  /** Whether it ever gave a time twice. */
  public boolean hasTied() {
    return tied;
  }

  /** Whether it returns every version of an entry. */
  public boolean keepsEvery() {
    return every;
  }

  /** A batch writer sends something again by itself, so that it may be there twice. */
  public void repeat() {
    repeated = true;
  }

  /** Whether a batch writer ever did so. */
  public boolean hasRepeated() {
    return repeated;
  }

  private static String name(Tablet tablet) {
    return tablet.end().isEmpty() ? "the end" : tablet.end();
  }

  /** Puts mutations into the sockets of the servers that host their rows. */
  public List<Call> send(List<Cell> cells) {
    List<Call> calls = new ArrayList<>();
    for (Server server : servers) {
      List<Cell> own = cells.stream().filter(cell -> serverOf(cell.row()) == server).toList();
      if (!own.isEmpty()) {
        Call call = new Call(own, server.number());
        server.socket().add(call);
        calls.add(call);
      }
    }
    return calls;
  }

  /** Whether some server has something to do. */
  boolean isBusy() {
    return servers.stream().anyMatch(server -> !server.isPaused() && !server.socket().isEmpty());
  }

  /** Lets one server answer one call. */
  void work() {
    List<Server> busy =
        servers.stream().filter(s -> !s.isPaused() && !s.socket().isEmpty()).toList();
    if (!busy.isEmpty()) {
      Server server = world.oneOf(busy);
      answer(server, server.socket().get(world.below(server.socket().size())));
    }
  }

  /** Lets a server answer a call that waits in its socket. */
  public void answer(Server server, Call call) {
    server.socket().remove(call);
    if (server.takesRefusal()) {
      world.note("server " + server.number() + " refuses " + call.cells().size() + " mutations");
      call.become(Call.State.REFUSED);
    } else if (call.isAbandoned() && world.chance(SWEPT)) {
      call.become(Call.State.LOST);
    } else {
      apply(server, call);
    }
  }

  private void apply(Server server, Call call) {
    call.become(Call.State.APPLYING);
    int life = server.lives();
    List<Cell> left = new ArrayList<>(call.cells());
    List<Cell> notHosted = new ArrayList<>();
    while (!left.isEmpty()) {
      Tablet tablet = tablet(left.get(0).row());
      List<Cell> own = left.stream().filter(cell -> tablet(cell.row()) == tablet).toList();
      left.removeAll(own);
      if (tablet.server() == server.number()) {
        commit(server, tablet, own, call.isAbandoned());
      } else {
        notHosted.addAll(own);
      }
      if (!left.isEmpty()) {
        world.point("a server applies mutations");
      }
      if (server.lives() != life) {
        call.become(Call.State.LOST);
        return;
      }
    }
    call.answer(notHosted);
  }

  private void commit(Server server, Tablet tablet, List<Cell> cells, boolean isLate) {
    long time = time(server, tablet, isLate);
    cells.forEach(cell -> tablet.apply((takesTimes ? cell : cell.timed(0)).at(time, isLate)));
    world.note(
        "server "
            + server.number()
            + " applies "
            + cells.size()
            + (isLate ? " mutations late at " : " mutations at ")
            + time);
  }

  /** The time of what a server now puts into one of its tablets. */
  private long time(Server server, Tablet tablet, boolean isLate) {
    late |= isLate;
    long before = tablet.lastTime();
    long time = tablet.nextTime(world.millis() + server.skewMillis(), logical);
    tied |= time == before;
    return time;
  }

  /**
   * Lets the tablet of the first of some cells take those that are its own as a file.
   *
   * @param isLate whether nobody waits for it any more
   * @return the others
   */
  List<Cell> load(List<Cell> cells, boolean isLate) {
    Tablet tablet = tablet(cells.get(0).row());
    List<Cell> own = cells.stream().filter(cell -> tablet(cell.row()) == tablet).toList();
    long time = time(servers.get(tablet.server()), tablet, isLate);
    tablet.take(own.stream().map(cell -> cell.at(time, isLate)).toList());
    world.note(
        "tablet up to "
            + name(tablet)
            + " takes "
            + own.size()
            + (isLate ? " entries late at " : " entries at ")
            + time);
    return cells.stream().filter(cell -> !own.contains(cell)).toList();
  }

  /** The newest version of every key that is not deleted, whoever may see it. */
  public List<Cell> newest() {
    return shown(false);
  }

  /** All that scans return, whoever may see it: of each key the newest first. */
  public List<Cell> shown() {
    return shown(every);
  }

  private List<Cell> shown(boolean all) {
    return tablets.stream()
        .flatMap(tablet -> tablet.shown("", Integer.MAX_VALUE, false, all, any -> true).stream())
        .toList();
  }

  /** All versions of the keys that begin so, the newest of each first. */
  public List<Cell> versions(String row, String prefix) {
    return tablet(row).versions(prefix);
  }

  /** Every version of every key. */
  public List<Cell> versions() {
    return tablets.stream().flatMap(tablet -> tablet.versions("").stream()).toList();
  }

  /** Changes what is stored of a row. */
  void rewrite(String row, Predicate<Cell> which, List<Cell> instead) {
    tablet(row).rewrite(which, instead);
  }
}
