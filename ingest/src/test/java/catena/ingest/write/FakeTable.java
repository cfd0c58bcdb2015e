// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Mutation;

/** A table in memory, and batch writers into it that fail when they are told to. */
public final class FakeTable {
  /** What happens in a flush. */
  @FunctionalInterface
  interface Fault {
    /** Throws instead of acknowledging; what is left in {@code buffer} is lost. */
    void inject(List<Write> buffer) throws MutationsRejectedException;
  }

  /** What happens when a batch writer is closed. */
  @FunctionalInterface
  interface OnClose {
    /** Returns when the batch writer is closed. */
    void close() throws InterruptedException;
  }

  /** One column update as it arrived. */
  public record Write(String key, boolean delete, Entry entry) {
    static Write of(Mutation mutation) {
      ColumnUpdate update = mutation.getUpdates().get(0);
      Entry entry =
          new Entry(
              mutation.getRow(),
              update.getColumnFamily(),
              update.getColumnQualifier(),
              update.getColumnVisibility(),
              update.isDeleted() ? new byte[0] : update.getValue());
      return new Write(key(entry), update.isDeleted(), entry);
    }

    public static String key(Entry entry) {
      return String.join(
          " ",
          new String(entry.row(), java.nio.charset.StandardCharsets.UTF_8),
          new String(entry.family(), java.nio.charset.StandardCharsets.UTF_8),
          new String(entry.qualifier(), java.nio.charset.StandardCharsets.UTF_8),
          new String(entry.visibility(), java.nio.charset.StandardCharsets.UTF_8));
    }

    /** The write in a form that two equal ones share. */
    public String text() {
      return key + (delete ? " deleted" : " " + new String(entry.value(), ISO));
    }

    private static final java.nio.charset.Charset ISO =
        java.nio.charset.StandardCharsets.ISO_8859_1;
  }

  final List<Write> arrived = new ArrayList<>();
  final Deque<Fault> faults = new ArrayDeque<>();
  Runnable onAdd = () -> {};
  OnClose onClose = () -> {};
  int opened;
  int flushes;

  /** A batch writer that stays broken once it has failed, as Accumulo's does. */
  BatchWriter writer() {
    opened++;
    return new FakeBatchWriter();
  }

  List<String> texts() {
    return arrived.stream().map(Write::text).toList();
  }

  long puts() {
    return arrived.stream().filter(write -> !write.delete).count();
  }

  /** What a reader finds: the last write of each key, unless it deletes. */
  Map<String, String> content() {
    Map<String, String> content = new TreeMap<>();
    for (Write write : arrived) {
      if (write.delete) {
        content.remove(write.key);
      } else {
        content.put(write.key, write.text());
      }
    }
    return content;
  }

  private final class FakeBatchWriter implements BatchWriter {
    private final List<Write> buffer = new ArrayList<>();
    private MutationsRejectedException broken;

    @Override
    public void addMutation(Mutation mutation) throws MutationsRejectedException {
      check();
      buffer.add(Write.of(mutation));
      onAdd.run();
    }

    @Override
    public void addMutations(Iterable<Mutation> mutations) throws MutationsRejectedException {
      for (Mutation mutation : mutations) {
        addMutation(mutation);
      }
    }

    @Override
    public void flush() throws MutationsRejectedException {
      check();
      flushes++;
      Fault fault = faults.poll();
      if (fault != null) {
        try {
          fault.inject(buffer);
        } catch (MutationsRejectedException e) {
          broken = e;
          throw e;
        }
      }
      arrived.addAll(buffer);
      buffer.clear();
    }

    @Override
    public void close() throws MutationsRejectedException {
      try {
        onClose.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      check();
    }

    private void check() throws MutationsRejectedException {
      if (broken != null) {
        throw broken;
      }
    }
  }
}
