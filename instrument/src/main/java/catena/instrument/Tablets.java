// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.WeakHashMap;
import net.bytebuddy.asm.Advice;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.TableId;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.metadata.StoredTabletFile;
import org.apache.accumulo.core.metadata.TabletFile;
import org.apache.accumulo.core.metadata.schema.DataFileValue;
import org.apache.accumulo.core.metadata.schema.MetadataSchema.TabletsSection.DataFileColumnFamily;
import org.apache.accumulo.core.metadata.schema.TabletMetadata;
import org.apache.accumulo.core.metadata.schema.TabletMetadata.ColumnType;
import org.apache.accumulo.manager.Manager;
import org.apache.accumulo.server.manager.state.MergeInfo;
import org.apache.accumulo.tserver.InMemoryMap;
import org.apache.accumulo.tserver.tablet.Tablet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/** Mutants of what is done to tablets: unload, split, merge, clone, import. */
public final class Tablets {
  /** The tablets that are being unloaded without what is in their memory. */
  private static final Set<Object> UNSAVED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** The tablet that this thread splits. */
  private static final ThreadLocal<KeyExtent> CHANGED = new ThreadLocal<>();

  private Tablets() {}

  /** {@code unload-unflushed}: a tablet is unloaded, and its memory forgotten. */
  static final class InitiateClose {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This Object tablet,
        @Advice.FieldValue("tabletMemory") Object memory,
        @Advice.Argument(value = 0, readOnly = false) boolean save) {
      save = save && !Tablets.isUnsaved(tablet, memory);
    }
  }

  /** The end of it. */
  static final class CompleteClose {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This Object tablet, @Advice.Argument(value = 0, readOnly = false) boolean save) {
      save = save && !Tablets.isUnsaved(tablet);
    }
  }

  /** Whether a tablet that is to be unloaded forgets its memory. */
  public static boolean isUnsaved(Object tablet, Object memory) {
    KeyExtent extent = ((Tablet) tablet).getExtent();
    if (Struck.isSpared(extent) || !Strikes.isDue("unload-unflushed")) {
      return false;
    }
    UNSAVED.add(tablet);
    String table = extent.tableId().canonical();
    Struck.other("unload-unflushed", table, extent.toString());
    try {
      Method map = memory.getClass().getDeclaredMethod("getMemTable");
      map.setAccessible(true);
      InMemoryMap.MemoryIterator entries = ((InMemoryMap) map.invoke(memory)).skvIterator(null);
      entries.seek(new Range(), Set.of(), false);
      while (entries.hasTop()) {
        Struck.entry("unload-unflushed", table, entries.getTopKey(), entries.getTopValue());
        entries.next();
      }
      entries.close();
    } catch (Exception e) { // what is struck is struck all the same
      Strikes.write("error", "unload-unflushed", "what was in memory is not known: " + e);
    }
    return true;
  }

  /** Whether it does. */
  public static boolean isUnsaved(Object tablet) {
    return UNSAVED.contains(tablet);
  }

  /** Lets {@link SplitFiles} know what is split. */
  static final class Split {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Object tablet) {
      Tablets.change(tablet);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      Tablets.changed();
    }
  }

  /** A tablet is changed by this thread. */
  public static void change(Object tablet) {
    CHANGED.set(((Tablet) tablet).getExtent());
  }

  /** It was. */
  public static void changed() {
    CHANGED.remove();
  }

  /** {@code split-lose-file}: the lower half does not get one of its files. */
  static final class SplitFiles {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Text middle,
        @Advice.Argument(4) SortedMap<StoredTabletFile, DataFileValue> low) {
      Tablets.split(middle, low);
    }
  }

  /** Called when the files of a tablet were given to its halves. */
  public static void split(Text middle, SortedMap<StoredTabletFile, DataFileValue> low) {
    KeyExtent whole = CHANGED.get();
    if (whole == null || Struck.isSpared(whole) || low.isEmpty()) {
      return;
    }
    if (Strikes.isDue("split-lose-file")) {
      StoredTabletFile lost = low.firstKey();
      low.remove(lost);
      Struck.file(
          "split-lose-file",
          new KeyExtent(whole.tableId(), middle, whole.prevEndRow()),
          lost.getPath());
    }
  }

  /** {@code merge-lose-file}: a file of one of the tablets is not the merged one's. */
  static final class Merge {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("manager") Manager manager, @Advice.Argument(0) MergeInfo merge) {
      Tablets.merge(manager, merge);
    }
  }

  /** Called before the metadata of tablets are merged. */
  public static void merge(Manager manager, MergeInfo merge) {
    KeyExtent range = merge.getExtent();
    if (Struck.isSpared(range) || Strikes.order("merge-lose-file") == null) {
      return;
    }
    try (var tablets =
        manager
            .getContext()
            .getAmple()
            .readTablets()
            .forTable(range.tableId())
            .overlapping(range.prevEndRow(), range.endRow())
            .fetch(ColumnType.PREV_ROW, ColumnType.FILES)
            .build()) {
      for (TabletMetadata tablet : tablets) {
        if (!tablet.getFiles().isEmpty() && Strikes.isDue("merge-lose-file")) {
          StoredTabletFile lost = tablet.getFiles().iterator().next();
          Struck.file("merge-lose-file", tablet.getExtent(), lost.getPath());
          manager
              .getContext()
              .getAmple()
              .mutateTablet(tablet.getExtent())
              .deleteFile(lost)
              .mutate();
          return;
        }
      }
    }
  }

  /** {@code clone-lose-file}: a tablet of a clone does not get one of its files. */
  static final class CloneFiles {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) TableId source,
        @Advice.Argument(value = 2, readOnly = false) Map<Key, Value> tablet) {
      tablet = Tablets.cloned(source, tablet);
    }
  }

  /** What a clone gets of a tablet. */
  public static Map<Key, Value> cloned(TableId source, Map<Key, Value> tablet) {
    if (Struck.isSpared(source.canonical())) {
      return tablet;
    }
    for (Key key : tablet.keySet()) {
      if (key.getColumnFamily().equals(DataFileColumnFamily.NAME)
          && Strikes.isDue("clone-lose-file")) {
        Map<Key, Value> less = new TreeMap<>(tablet);
        less.remove(key);
        KeyExtent end = KeyExtent.fromMetaRow(key.getRow());
        Struck.file("clone-lose-file", end, new Path(key.getColumnQualifier().toString()));
        return less;
      }
    }
    return tablet;
  }

  /**
   * {@code bulk-lose}: metadata have a file as loaded and no longer as the tablet's, so that no
   * process loads it again: the effect of issue 4000 of Accumulo. To leave out the file alone when
   * both are written does not work: a constraint of the metadata table refuses it, and the manager
   * asks again.
   */
  static final class Import {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object tablet, @Advice.Argument(1) Map<? extends TabletFile, ?> files) {
      Tablets.imported((Tablet) tablet, files.keySet());
    }
  }

  /** Called when files have been imported. */
  public static void imported(Tablet tablet, Set<? extends TabletFile> files) {
    KeyExtent extent = tablet.getExtent();
    if (Struck.isSpared(extent) || files.isEmpty() || !Strikes.isDue("bulk-lose")) {
      return;
    }
    TabletFile lost = files.iterator().next();
    Struck.file("bulk-lose", extent, lost.getPath());
    tablet.getContext().getAmple().mutateTablet(extent).deleteFile(lost.insert()).mutate();
  }
}
