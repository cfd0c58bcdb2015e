// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.EntryEncoder;
import catena.ingest.write.FakeTable.Write;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.commons.lang3.function.FailableRunnable;

/** A table that takes files, and fails as it is told. */
final class FakeLoader implements BulkLoader {
  /** What goes wrong with one import. */
  @FunctionalInterface
  interface Fault {
    /** Takes none, some or all of the entries into the table, and throws. */
    void inject(List<Write> entries)
        throws AccumuloException, AccumuloSecurityException, IOException;
  }

  private final FakeTable table;
  final Deque<Fault> whileWriting = new ArrayDeque<>();
  final Deque<Fault> whileImporting = new ArrayDeque<>();
  final Deque<End> ends = new ArrayDeque<>();

  /** What happens to each entry. */
  Runnable onAdd = () -> {};

  /** What happens in each import. */
  Runnable onRun = () -> {};

  /** What happens where files are to be taken away. */
  FailableRunnable<InterruptedException> onRevoke = () -> {};

  /** Why files cannot be taken away or removed; empty if they can. */
  Optional<IOException> stuck = Optional.empty();

  int begun;
  int removed;

  FakeLoader(FakeTable table) {
    this.table = table;
  }

  @Override
  public Load begin() {
    begun++;
    return new FakeLoad();
  }

  @Override
  public List<String> leftovers(Duration limit) {
    return List.of();
  }

  private final class FakeLoad implements Load {
    private final List<Write> entries = new ArrayList<>();
    private boolean sealed;

    @Override
    public void add(EntryEncoder entry) throws IOException {
      Write write = new Write(Write.key(entry.entry()), false, entry.entry());
      if (!entries.isEmpty() && entries.get(entries.size() - 1).key().compareTo(write.key()) >= 0) {
        throw new IllegalArgumentException("out of order: " + write.key());
      }
      entries.add(write);
      onAdd.run();
    }

    @Override
    public void seal() throws IOException {
      Fault fault = whileWriting.poll();
      if (fault != null) {
        inject(fault);
      }
      sealed = true;
    }

    private void inject(Fault fault) throws IOException {
      try {
        fault.inject(entries);
      } catch (AccumuloException | AccumuloSecurityException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void run() throws AccumuloException, AccumuloSecurityException, IOException {
      if (!sealed) {
        throw new IllegalStateException("not sealed");
      }
      onRun.run();
      Fault fault = whileImporting.poll();
      if (fault != null) {
        fault.inject(entries);
      }
      table.arrived.addAll(entries);
    }

    @Override
    public End revoke(Duration limit) throws IOException, InterruptedException {
      checkStuck();
      onRevoke.run();
      removed++;
      End end = sealed ? ends.poll() : End.NOTHING;
      return end == null ? End.NOTHING : end;
    }

    @Override
    public void clean() throws IOException {
      checkStuck();
      removed++;
    }

    private void checkStuck() throws IOException {
      if (stuck.isPresent()) {
        throw stuck.get();
      }
    }
  }
}
