// SPDX-License-Identifier: Apache-2.0
package catena.simulation.client;

import catena.graph.EntryEncoder;
import catena.ingest.write.BulkLoader;
import catena.simulation.table.Cell;
import catena.simulation.table.Manager;
import catena.simulation.world.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.UnaryOperator;
import org.apache.accumulo.core.client.AccumuloException;

/**
 * One writer's imports, and the directories that are left of them: they outlive its processes. As
 * those of {@link catena.ingest.bulk.ImportDirectory}, over the simulated table and manager.
 */
public final class FakeImports implements BulkLoader {
  private static final double FILES_FAIL = 0.01;
  private static final double CLIENT_FAILS = 0.02;
  private static final double STOPS = 0.03;
  private static final double RENAME_FAILS = 0.1;
  private static final int WAIT_MILLIS = 20_000;

  private final World world;
  private final Manager manager;
  private final ClientSide client;
  private final UnaryOperator<End> told;
  private final List<Files> left = new ArrayList<>();

  /** What its writer has of it. */
  public interface ClientSide {
    /** An entry is in a file. */
    void added();

    /** These are acknowledged. */
    void acknowledged(List<Cell> cells);

    /** An attempt came to nothing that is known. */
    void failed();

    /** A stop is asked for that waits for nothing. */
    void stop();
  }

  /**
   * The imports of a writer.
   *
   * @param told what is said of an import that was revoked, by what has become of it
   */
  public FakeImports(World world, Manager manager, ClientSide client, UnaryOperator<End> told) {
    this.world = world;
    this.manager = manager;
    this.client = client;
    this.told = told;
  }

  @Override
  public Load begin() {
    Files files = new Files();
    left.add(files);
    return files;
  }

  @Override
  public List<String> leftovers(Duration limit) throws IOException {
    List<String> words = new ArrayList<>();
    for (Files each : List.copyOf(left)) {
      words.add(each.end(limit).words());
    }
    return words;
  }

  /** Runs each import on the thread that asks for it, which others may stop in the middle. */
  @Override
  public ThreadFactory threads() {
    return task ->
        new Thread(task, "import") {
          @Override
          public synchronized void start() {
            if (world.chance(STOPS)) {
              left.get(left.size() - 1).leave();
            } else {
              task.run();
            }
          }
        };
  }

  /** Its process died: what the manager was asked for it does. */
  public void die() {
    left.forEach(Files::abandon);
  }

  /** The files of one import. */
  private final class Files implements Load {
    private final List<Cell> cells = new ArrayList<>();
    private Manager.Import sealed;
    private boolean asked;

    @Override
    public void add(EntryEncoder entry) {
      Cell cell = Cell.of(entry.entry(), false);
      if (!cells.isEmpty() && cells.get(cells.size() - 1).key().compareTo(cell.key()) >= 0) {
        throw new IllegalArgumentException("entries out of order: " + cell.row());
      }
      cells.add(cell);
      client.added();
    }

    @Override
    public void seal() throws IOException {
      world.point("files of an import are written");
      if (world.chance(FILES_FAIL)) {
        throw new IOException("no space left");
      }
      sealed = manager.seal(cells);
    }

    @Override
    public void run() throws AccumuloException {
      ask();
      while (!sealed.isDone()) {
        world.point("an import is waited for");
        if (sealed.isFailed() || world.chance(CLIENT_FAILS)) {
          throw new AccumuloException("the manager does not answer");
        }
        goOn();
      }
      if (world.chance(CLIENT_FAILS)) {
        throw new AccumuloException("the answer is lost");
      }
      client.acknowledged(cells);
    }

    private void ask() {
      world.checkAlive();
      asked = true;
      manager.ask(sealed);
    }

    /** Asks for the import, and waits for it no longer than a stop that was told of otherwise. */
    private void leave() {
      ask();
      for (int i = world.below(4); i > 0; i--) {
        goOn();
      }
      world.note("an import is left to itself");
      abandon();
      client.failed();
      client.stop();
    }

    private void goOn() {
      world.pass(world.chance(0.1) ? world.below(WAIT_MILLIS) : 0);
      manager.goOn(sealed);
    }

    private void abandon() {
      if (sealed != null) {
        sealed.abandon();
      }
    }

    @Override
    public End revoke(Duration limit) throws IOException {
      world.checkAlive();
      if (asked && world.chance(RENAME_FAILS)) {
        abandon();
        client.failed();
        throw new IOException("the directory could not be renamed");
      }
      return end(limit);
    }

    private End end(Duration limit) {
      world.checkAlive();
      abandon();
      if (!asked) {
        left.remove(this);
        return End.NOTHING;
      }
      sealed.revoke();
      long deadline = world.millis() + limit.toMillis();
      while (sealed.isUnderWay() && world.millis() <= deadline) {
        goOn();
        world.point("an import is revoked");
      }
      End end =
          told.apply(
              sealed.isUnderWay() ? End.UNDER_WAY : sealed.isDone() ? End.TAKEN : End.NOTHING);
      world.note("of an import that was revoked it is said: " + end);
      if (end != End.NOTHING) {
        client.failed();
      }
      if (end != End.UNDER_WAY) {
        left.remove(this);
      }
      return end;
    }

    @Override
    public void clean() {
      left.remove(this);
    }
  }
}
