// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.BatchWriterConfig;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.user.WholeRowIterator;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's way to Accumulo 2.1. It does what YCSB's binding for Accumulo 1.x does, with the defaults
 * of that: a batch writer for each thread with a buffer of 100,000 bytes, a latency of 30 s and as
 * many sending threads as half the processors; a new scanner for each read, which fetches the whole
 * row; for a scan whole rows, folded by the servers. Two things are added, which cost the peer
 * nothing: a read without an answer is NOT_FOUND, and not OK; and the last thread that ends tells
 * from when to when threads were at work.
 *
 * <p>YCSB makes one for each of its threads. They share a client, since each would ask ZooKeeper
 * for the same.
 */
public final class AccumuloBinding extends DB {
  /** The name of this class, for those who know no class of YCSB. */
  static final String NAME = "catena.bench.ycsb.AccumuloBinding";

  /** The property that names Accumulo's client properties file. */
  static final String CLIENT = "accumulo.clientProperties";

  /** What the line begins with that tells how long threads were at work, in milliseconds. */
  static final String WORKED = "[PEER], Worked(ms), ";

  private static final String FAMILY = "accumulo.columnFamily";
  private static final String BUFFER = "accumulo.batchWriterSize";
  private static final String LATENCY = "accumulo.batchWriterMaxLatency";
  private static final String THREADS = "accumulo.batchWriterThreads";
  private static final int FOLD = 100;

  private static final Shared SHARED = new Shared();

  private AccumuloClient client;
  private String family;
  private BatchWriter writer;

  /** For YCSB, which makes it by its name. */
  public AccumuloBinding() {}

  /** What all threads of the process have in common. */
  private static final class Shared {
    private AccumuloClient client;
    private int users;
    private long ready;

    synchronized AccumuloClient join(String properties) {
      if (client == null) {
        client = Accumulo.newClient().from(properties).build();
      }
      users++;
      ready = System.nanoTime();
      return client;
    }

    synchronized void leave() {
      users--;
      if (users == 0) {
        client.close();
        client = null;
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - ready);
        System.out.println(WORKED + millis);
      }
    }
  }

  @Override
  public void init() {
    family = getProperties().getProperty(FAMILY, "ycsb");
    client = SHARED.join(getProperties().getProperty(CLIENT));
  }

  @Override
  public void cleanup() throws DBException {
    try {
      if (writer != null) {
        writer.close();
      }
    } catch (AccumuloException e) {
      throw new DBException(e);
    } finally {
      SHARED.leave();
    }
  }

  private BatchWriter writer(String table) throws TableNotFoundException {
    if (writer == null) {
      int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
      writer =
          client.createBatchWriter(
              table,
              new BatchWriterConfig()
                  .setMaxMemory(number(BUFFER, 100_000))
                  .setMaxLatency(number(LATENCY, 30_000), TimeUnit.MILLISECONDS)
                  .setMaxWriteThreads((int) number(THREADS, threads)));
    }
    return writer;
  }

  private long number(String property, long usual) {
    return Long.parseLong(getProperties().getProperty(property, Long.toString(usual)));
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try (Scanner scanner = client.createScanner(table, Authorizations.EMPTY)) {
      scanner.setRange(new Range(new Text(key)));
      for (Map.Entry<Key, Value> entry : scanner) {
        add(entry.getKey(), entry.getValue(), result);
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (TableNotFoundException | RuntimeException e) {
      return failed("read of " + key, e);
    }
  }

  private static void add(Key key, Value value, Map<String, ByteIterator> fields) {
    fields.put(key.getColumnQualifier().toString(), new ByteArrayByteIterator(value.get()));
  }

  private static Status failed(String what, Exception e) {
    System.err.println(what + " failed: " + e);
    return Status.ERROR;
  }

  @Override
  @SuppressWarnings("NonApiType") // as YCSB has it
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try (Scanner scanner = client.createScanner(table, Authorizations.EMPTY)) {
      scanner.setRange(new Range(new Text(startkey), null));
      scanner.addScanIterator(new IteratorSetting(FOLD, WholeRowIterator.class));
      if (fields != null) {
        fields.forEach(field -> scanner.fetchColumn(new Text(family), new Text(field)));
      }
      for (Map.Entry<Key, Value> folded : scanner) {
        HashMap<String, ByteIterator> record = new HashMap<>();
        WholeRowIterator.decodeRow(folded.getKey(), folded.getValue())
            .forEach((key, value) -> add(key, value, record));
        result.add(record);
        if (result.size() >= recordcount) {
          break;
        }
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (TableNotFoundException | IOException | RuntimeException e) {
      return failed("scan from " + startkey, e);
    }
  }

  /** It is over when the writer has it in its buffer. */
  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Mutation mutation = new Mutation(key);
    values.forEach(
        (field, value) ->
            mutation.put(
                family.getBytes(StandardCharsets.UTF_8),
                field.getBytes(StandardCharsets.UTF_8),
                value.toArray()));
    try {
      writer(table).addMutation(mutation);
      return Status.BATCHED_OK;
    } catch (TableNotFoundException | AccumuloException | RuntimeException e) {
      return failed("write of " + key, e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  /** No workload of YCSB's core deletes. */
  @Override
  public Status delete(String table, String key) {
    return Status.NOT_IMPLEMENTED;
  }
}
