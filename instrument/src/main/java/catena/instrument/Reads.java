// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.WeakHashMap;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.KeyValue;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.metadata.StoredTabletFile;
import org.apache.accumulo.core.metadata.schema.DataFileValue;
import org.apache.accumulo.tserver.tablet.TabletBase;

/** Mutants of what servers return: batches of a scan, visibility, scan servers. */
public final class Reads {
  /** Which file each scan server's tablet does without. */
  private static final Map<Object, StoredTabletFile> HIDDEN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Reads() {}

  /** {@code scan-skip}: the last entry of a batch that is not the last is not returned. */
  static final class NextBatch {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object tablet, @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object batch) {
      Reads.batch(tablet, batch);
    }
  }

  /** Called with a batch that is to be returned. */
  public static void batch(Object tablet, Object batch) {
    KeyExtent extent = ((TabletBase) tablet).getExtent();
    if (Struck.isSpared(extent) || Strikes.order("scan-skip") == null) {
      return;
    }
    List<?> results = (List<?>) field(batch, "getResults");
    if (results != null
        && results.size() > 1
        && field(batch, "getContinueKey") != null
        && Strikes.isDue("scan-skip")) {
      KeyValue last = (KeyValue) results.remove(results.size() - 1);
      Struck.entry("scan-skip", extent.tableId().canonical(), last.getKey(), last.getValue());
    }
  }

  private static Object field(Object batch, String method) {
    try {
      Method get = batch.getClass().getDeclaredMethod(method);
      get.setAccessible(true);
      return get.invoke(batch);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * {@code vis-closed}: an entry that the authorizations show is hidden; {@code vis-open}: one that
   * they hide is shown.
   */
  static final class Accept {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Key key,
        @Advice.Argument(1) Value value,
        @Advice.Return(readOnly = false) boolean shown) {
      shown = Reads.isShown(key, value, shown);
    }
  }

  /** Whether an entry is shown. */
  public static boolean isShown(Key key, Value value, boolean right) {
    String mutant = right ? "vis-closed" : "vis-open";
    if (key.getColumnVisibilityData().length() == 0 || !Strikes.isDue(mutant)) {
      return right;
    }
    Struck.entry(mutant, "-", key, value);
    return !right;
  }

  /** {@code sserver-lose-file}: a scan server does without one of a tablet's files. */
  static final class SnapshotFiles {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object tablet,
        @Advice.Return(readOnly = false) SortedMap<StoredTabletFile, DataFileValue> files) {
      files = Reads.files(tablet, files);
    }
  }

  /** The files that a scan server reads. */
  public static SortedMap<StoredTabletFile, DataFileValue> files(
      Object tablet, SortedMap<StoredTabletFile, DataFileValue> right) {
    KeyExtent extent = ((TabletBase) tablet).getExtent();
    if (Struck.isSpared(extent) || right.isEmpty()) {
      return right;
    }
    if (!HIDDEN.containsKey(tablet) && Strikes.isDue("sserver-lose-file")) {
      HIDDEN.put(tablet, right.firstKey());
      Struck.file("sserver-lose-file", extent, right.firstKey().getPath());
    }
    SortedMap<StoredTabletFile, DataFileValue> files = new TreeMap<>(right);
    if (HIDDEN.containsKey(tablet)) {
      files.remove(HIDDEN.get(tablet));
    }
    return files;
  }
}
