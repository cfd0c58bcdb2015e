// SPDX-License-Identifier: Apache-2.0
package catena.simulation.client;

import catena.simulation.table.Table;
import catena.simulation.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.sample.SamplerConfiguration;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/** Both kinds of scanners; what the suite does not use throws. */
final class FakeScanner implements Scanner, BatchScanner {
  private final World world;
  private final Table table;
  private final Authorizations authorizations;
  private final boolean whole;
  private final boolean shuffled;
  private List<Range> ranges = List.of(new Range());
  private ConsistencyLevel consistency = ConsistencyLevel.IMMEDIATE;
  private OptionalLong timeoutMillis = OptionalLong.empty();
  private int batchSize = 1000;
  private boolean isolated;
  private Optional<String> family = Optional.empty();

  /**
   * A scanner.
   *
   * @param user all of the user's authorizations
   * @param shuffled whether ranges are read in any order, as a batch scanner does
   */
  FakeScanner(
      World world,
      Table table,
      Authorizations authorizations,
      Authorizations user,
      boolean shuffled) {
    this.world = world;
    this.table = table;
    this.authorizations = authorizations;
    this.whole = authorizations.equals(user);
    this.shuffled = shuffled;
  }

  @Override
  public Iterator<Map.Entry<Key, Value>> iterator() {
    List<Range> order = new ArrayList<>(ranges);
    if (shuffled) {
      for (int i = order.size() - 1; i > 0; i--) {
        Collections.swap(order, i, world.below(i + 1));
      }
    }
    boolean eventual = consistency == ConsistencyLevel.EVENTUAL;
    int most = Math.min(batchSize, 1 + world.below(64));
    return new FakeScan(
        world,
        table,
        new FakeScan.Options(
            authorizations, whole, eventual, isolated, most, timeoutMillis, family),
        order);
  }

  @Override
  public void setRange(Range range) {
    ranges = List.of(range);
  }

  @Override
  public void setRanges(Collection<Range> collection) {
    ranges = List.copyOf(collection);
  }

  @Override
  public Range getRange() {
    return ranges.get(0);
  }

  @Override
  public void setBatchSize(int size) {
    batchSize = size;
  }

  @Override
  public int getBatchSize() {
    return batchSize;
  }

  @Override
  public void setReadaheadThreshold(long batches) {
    // everything is read when it is asked for
  }

  @Override
  public long getReadaheadThreshold() {
    throw unsupported();
  }

  @Override
  public void setTimeout(long timeout, TimeUnit unit) {
    timeoutMillis = OptionalLong.of(unit.toMillis(timeout));
  }

  @Override
  public long getTimeout(TimeUnit unit) {
    return unit.convert(timeoutMillis.orElse(Long.MAX_VALUE), TimeUnit.MILLISECONDS);
  }

  @Override
  public ConsistencyLevel getConsistencyLevel() {
    return consistency;
  }

  @Override
  public void setConsistencyLevel(ConsistencyLevel level) {
    consistency = level;
  }

  @Override
  public Authorizations getAuthorizations() {
    return authorizations;
  }

  @Override
  public void close() {
    // holds nothing
  }

  @Override
  public void enableIsolation() {
    isolated = true;
  }

  @Override
  public void disableIsolation() {
    throw unsupported();
  }

  @Override
  public void addScanIterator(IteratorSetting cfg) {
    throw unsupported();
  }

  @Override
  public void removeScanIterator(String iteratorName) {
    throw unsupported();
  }

  @Override
  public void updateScanIteratorOption(String iteratorName, String key, String value) {
    throw unsupported();
  }

  @Override
  public void fetchColumnFamily(Text col) {
    family = Optional.of(col.toString());
  }

  @Override
  public void fetchColumn(Text colFam, Text colQual) {
    throw unsupported();
  }

  @Override
  public void fetchColumn(IteratorSetting.Column column) {
    throw unsupported();
  }

  @Override
  public void clearColumns() {
    throw unsupported();
  }

  @Override
  public void clearScanIterators() {
    throw unsupported();
  }

  @Override
  public void setSamplerConfiguration(SamplerConfiguration samplerConfig) {
    throw unsupported();
  }

  @Override
  public SamplerConfiguration getSamplerConfiguration() {
    throw unsupported();
  }

  @Override
  public void clearSamplerConfiguration() {
    throw unsupported();
  }

  @Override
  public void setBatchTimeout(long timeOut, TimeUnit timeUnit) {
    throw unsupported();
  }

  @Override
  public long getBatchTimeout(TimeUnit timeUnit) {
    throw unsupported();
  }

  @Override
  public void setClassLoaderContext(String classLoaderContext) {
    throw unsupported();
  }

  @Override
  public void clearClassLoaderContext() {
    throw unsupported();
  }

  @Override
  public String getClassLoaderContext() {
    throw unsupported();
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("the simulated table cannot do this");
  }
}
