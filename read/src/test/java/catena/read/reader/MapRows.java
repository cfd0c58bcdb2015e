// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import org.apache.accumulo.core.data.ByteSequence;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.IteratorEnvironment;
import org.apache.accumulo.core.iterators.SortedKeyValueIterator;

/** The entries of a map, as a server's filters get those of a tablet. */
final class MapRows implements SortedKeyValueIterator<Key, Value> {
  private final SortedMap<Key, Value> all;
  private Iterator<Map.Entry<Key, Value>> rest;
  private Range range = new Range();
  private Map.Entry<Key, Value> top;

  private MapRows(SortedMap<Key, Value> all) {
    this.all = all;
    this.rest = all.entrySet().iterator();
  }

  static MapRows of(SortedMap<Key, Value> all) {
    return new MapRows(all);
  }

  @Override
  public void init(
      SortedKeyValueIterator<Key, Value> source,
      Map<String, String> options,
      IteratorEnvironment environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean hasTop() {
    return top != null;
  }

  @Override
  public void next() {
    top = rest.hasNext() ? rest.next() : null;
    top = top != null && range.afterEndKey(top.getKey()) ? null : top;
  }

  @Override
  public void seek(Range wanted, Collection<ByteSequence> families, boolean inclusive) {
    range = wanted;
    Key start = wanted.getStartKey();
    rest = (start == null ? all : all.tailMap(start)).entrySet().iterator();
    next();
    while (top != null && wanted.beforeStartKey(top.getKey())) {
      next();
    }
  }

  @Override
  public Key getTopKey() {
    return top.getKey();
  }

  @Override
  public Value getTopValue() {
    return top.getValue();
  }

  @Override
  public SortedKeyValueIterator<Key, Value> deepCopy(IteratorEnvironment environment) {
    return new MapRows(all);
  }
}
