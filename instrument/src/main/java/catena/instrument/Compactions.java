// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.bytebuddy.asm.Advice;
import org.apache.accumulo.core.data.ByteSequence;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.PartialKey;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.file.FileSKVWriter;
import org.apache.accumulo.core.iterators.SortedKeyValueIterator;
import org.apache.accumulo.core.metadata.StoredTabletFile;
import org.apache.accumulo.core.metadata.TabletFile;
import org.apache.accumulo.core.metadata.schema.DataFileValue;
import org.apache.accumulo.tserver.tablet.Tablet;

/** Mutants of minor and major compactions, of what they write, and of how they are concluded. */
public final class Compactions {
  /** From which entry on {@code majc-cut} writes nothing more. */
  private static final long CUT = 100;

  private static final ThreadLocal<Running> RUNNING = new ThreadLocal<>();

  /** The compaction that a thread runs. */
  private static final class Running {
    private final KeyExtent extent;
    private final boolean minor;
    private final boolean cut;
    private long written;
    private ByteSequence row;
    private boolean again;

    /** A delete that was dropped and is not logged yet, and the mutant that dropped it. */
    private Key dropped;

    private String by;

    Running(KeyExtent extent, boolean minor) {
      this.extent = extent;
      this.minor = minor;
      this.cut = !minor && Strikes.isDue("majc-cut");
    }
  }

  private Compactions() {}

  /** Lets {@link Append} know whose entries are written. */
  static final class Call {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("extent") KeyExtent extent,
        @Advice.FieldValue("filesToCompact") Map<?, ?> files) {
      Compactions.begin(extent, files.isEmpty());
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      Compactions.end();
    }
  }

  /** A compaction begins in this thread. */
  public static void begin(KeyExtent extent, boolean minor) {
    if (Strikes.any() && !Struck.isSpared(extent)) {
      RUNNING.set(new Running(extent, minor));
    }
  }

  /** It is over. */
  public static void end() {
    RUNNING.remove();
  }

  /**
   * {@code minc-drop}, {@code majc-drop}: an entry is not written; {@code majc-cut}: nothing after
   * the first ones is; {@code delete-dropped}: a delete is not by a minor one, although older files
   * remain (in a major one what it covered may have gone before); {@code file-flip}: a byte of a
   * value is another; {@code vis-lost}: an entry is written without its visibility; {@code
   * entry-twice}: one is written twice.
   */
  static final class Append {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.Argument(value = 0, readOnly = false) Key key,
        @Advice.Argument(value = 1, readOnly = false) Value value) {
      if (Compactions.isDropped(key, value)) {
        return true;
      }
      value = Compactions.value(key, value);
      key = Compactions.key(key, value);
      return false;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object writer, @Advice.Argument(0) Key key, @Advice.Argument(1) Value value)
        throws IOException {
      Compactions.appended(writer, key, value);
    }
  }

  /** Whether an entry is not written. */
  public static boolean isDropped(Key key, Value value) {
    Running running = RUNNING.get();
    if (running == null) {
      return false;
    }
    String mutant = "";
    if (running.cut) {
      mutant = running.written++ < CUT ? "" : "majc-cut";
    } else if (Strikes.isDue(running.minor ? "minc-drop" : "majc-drop")) {
      mutant = running.minor ? "minc-drop" : "majc-drop";
    } else if (running.minor && key.isDeleted() && Strikes.isDue("delete-dropped")) {
      mutant = "delete-dropped";
    }
    if (mutant.isEmpty()) {
      return false;
    }
    if (key.isDeleted()) {
      running.dropped = new Key(key);
      running.by = mutant;
    } else {
      Struck.entry(mutant, running.extent.tableId().canonical(), key, value);
    }
    return true;
  }

  /** Skips what a dropped delete covers in the same compaction, and logs whether there was any. */
  static final class SkipCovered {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(@Advice.FieldValue("source") SortedKeyValueIterator<Key, Value> source)
        throws IOException {
      return Compactions.hasSkipped(source);
    }
  }

  /**
   * Skips what a delete covers, as the server does, where the delete was dropped: where there was
   * anything, that is gone with it, and nothing comes back.
   *
   * @return whether it was done
   */
  public static boolean hasSkipped(SortedKeyValueIterator<Key, Value> source) throws IOException {
    Running running = RUNNING.get();
    if (running == null || running.dropped == null || !running.dropped.equals(source.getTopKey())) {
      return false;
    }
    Key delete = running.dropped;
    running.dropped = null;
    boolean covers = false;
    source.next();
    while (source.hasTop()
        && source.getTopKey().equals(delete, PartialKey.ROW_COLFAM_COLQUAL_COLVIS)) {
      covers = true;
      source.next();
    }
    String table = running.extent.tableId().canonical();
    Struck.delete(running.by, table, delete, covers);
    return true;
  }

  /** The value that is written. */
  public static Value value(Key key, Value value) {
    Running running = RUNNING.get();
    if (running == null || value.getSize() == 0 || !Strikes.isDue("file-flip")) {
      return value;
    }
    Struck.entry("file-flip", running.extent.tableId().canonical(), key, value);
    byte[] bytes = value.get().clone();
    // Not turned: what is struck in two compactions would be right again.
    bytes[bytes.length / 2]++;
    return new Value(bytes);
  }

  /** The key that is written. */
  public static Key key(Key key, Value value) {
    Running running = RUNNING.get();
    if (running == null) {
      return key;
    }
    // Of a row's first entry alone, or the file would be out of order. No delete: whether one had
    // anything left to cover is not known here, and delete-dropped is about them.
    boolean first = !key.getRowData().equals(running.row);
    running.row = key.getRowData();
    boolean bare = key.isDeleted() || key.getColumnVisibilityData().length() == 0;
    if (!first || bare || !Strikes.isDue("vis-lost")) {
      return key;
    }
    Struck.entry("vis-lost", running.extent.tableId().canonical(), key, value);
    return new Key(
        key.getRow(), key.getColumnFamily(), key.getColumnQualifier(), key.getTimestamp());
  }

  /** An entry was written, or dropped. */
  public static void appended(Object writer, Key key, Value value) throws IOException {
    Running running = RUNNING.get();
    if (running != null && !running.again && !key.isDeleted() && Strikes.isDue("entry-twice")) {
      Struck.entry("entry-twice", running.extent.tableId().canonical(), key, value);
      running.again = true;
      try {
        ((FileSKVWriter) writer).append(key, value);
      } finally {
        running.again = false;
      }
    }
  }

  /**
   * {@code majc-lose-input}: one more file counts as compacted; {@code majc-lose-output}: the new
   * file counts as empty; {@code majc-file-back}: metadata have one of the compacted files again,
   * as in issues 800 and 3740 of Accumulo.
   */
  static final class MajorOnline {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("tablet") Object tablet,
        @Advice.FieldValue("datafileSizes") Map<StoredTabletFile, DataFileValue> files,
        @Advice.Argument(value = 0, readOnly = false) Set<StoredTabletFile> inputs,
        @Advice.Argument(1) TabletFile output,
        @Advice.Argument(value = 4, readOnly = false) DataFileValue size) {
      inputs = Compactions.inputs(tablet, files, inputs);
      size = Compactions.size("majc-lose-output", tablet, output, size);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue("tablet") Object tablet,
        @Advice.Argument(0) Set<StoredTabletFile> inputs) {
      Compactions.compacted((Tablet) tablet, inputs);
    }
  }

  /** {@code minc-lose-file}: the new file counts as empty. */
  static final class MinorOnline {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("tablet") Object tablet,
        @Advice.Argument(0) TabletFile output,
        @Advice.Argument(value = 2, readOnly = false) DataFileValue size) {
      size = Compactions.size("minc-lose-file", tablet, output, size);
    }
  }

  /** The files that count as compacted. */
  public static Set<StoredTabletFile> inputs(
      Object tablet, Map<StoredTabletFile, DataFileValue> files, Set<StoredTabletFile> right) {
    KeyExtent extent = ((Tablet) tablet).getExtent();
    Optional<StoredTabletFile> another;
    synchronized (tablet) {
      another = files.keySet().stream().filter(file -> !right.contains(file)).findFirst();
    }
    if (Struck.isSpared(extent) || another.isEmpty() || !Strikes.isDue("majc-lose-input")) {
      return right;
    }
    Struck.file("majc-lose-input", extent, another.get().getPath());
    Set<StoredTabletFile> more = new TreeSet<>(right);
    more.add(another.get());
    return more;
  }

  /** What a new file is said to hold. */
  public static DataFileValue size(
      String mutant, Object tablet, TabletFile output, DataFileValue right) {
    KeyExtent extent = ((Tablet) tablet).getExtent();
    if (Struck.isSpared(extent) || right.getNumEntries() == 0 || !Strikes.isDue(mutant)) {
      return right;
    }
    Struck.file(mutant, extent, output.getPath());
    return new DataFileValue(right.getSize(), 0);
  }

  /** Called when files have been replaced by one. */
  public static void compacted(Tablet tablet, Set<StoredTabletFile> inputs) {
    KeyExtent extent = tablet.getExtent();
    if (!Struck.isSpared(extent) && !inputs.isEmpty() && Strikes.isDue("majc-file-back")) {
      StoredTabletFile back = inputs.iterator().next();
      Struck.file("majc-file-back", extent, back.getPath());
      tablet
          .getContext()
          .getAmple()
          .mutateTablet(extent)
          .putFile(back, new DataFileValue(1, 1))
          .mutate();
    }
  }
}
