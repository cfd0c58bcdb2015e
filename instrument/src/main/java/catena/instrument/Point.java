// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * The methods of Accumulo that are changed, and what is done there.
 *
 * <p>A hash is that of Accumulo 2.1.4; {@code PointTest} prints those of another. Behind a bar is
 * that of 2.1.2 and 2.1.3, where a fault at the same place is known to mean the same.
 */
enum Point {
  FLUSH(
      "tserver.TabletClientHandler",
      "flush/1",
      "3116d72ed262",
      Writes.Flush.class,
      "ack-without-write"),
  APPLY_UPDATES(
      "tserver.TabletClientHandler",
      "applyUpdates",
      "6320a1ebf2ef",
      Writes.ApplyUpdates.class,
      "update-swallowed"),
  COMMIT("tserver.tablet.Tablet", "commit", "4cebc34cd4fa", Writes.Commit.class, "mem-drop"),
  LOG(
      "tserver.log.TabletServerLogger",
      "logManyTablets",
      "317b75426ea0",
      Writes.Log.class,
      "wal-drop"),
  IN_USE(
      "tserver.tablet.Tablet",
      "removeInUseLogs",
      "78f7cdf8b9a3",
      Writes.InUse.class,
      "wal-unref-early"),
  PREPARE(
      "tserver.tablet.Tablet",
      "prepareMutationsForCommit",
      "7600b854afdd",
      Writes.Prepare.class,
      "time-back"),
  MAX_TIME(
      "server.tablets.TabletTime$LogicalTime",
      "useMaxTimeFromWALog",
      "2865f16d1bbf",
      Recoveries.MaxTime.class,
      "recovery-time"),
  SORT("tserver.log.LogSorter", "writeBuffer", "cb0edb285d4e", Recoveries.Sort.class, "sort-drop"),
  RECOVER(
      "tserver.log.SortedLogRecovery",
      "recover",
      "a7bb8ac6eda3",
      Recoveries.Recover.class,
      "recovery-skip-log",
      "recovery-undefined",
      "recovery-late-start",
      "recovery-twice",
      "recovery-time"),
  PLAYBACK(
      "tserver.log.SortedLogRecovery",
      "playbackMutations",
      "3b17b12e9d4f",
      Recoveries.Playback.class,
      "recovery-late-start",
      "recovery-twice"),
  COMPACT(
      "server.compaction.FileCompactor",
      "call",
      "c25257c44900",
      Compactions.Call.class,
      "minc-drop",
      "majc-drop",
      "majc-cut",
      "delete-dropped",
      "file-flip",
      "vis-lost",
      "entry-twice"),
  APPEND(
      "core.file.rfile.RFile$Writer",
      "append",
      "3c27503be35f",
      Compactions.Append.class,
      COMPACT.names.toArray(String[]::new)),
  SKIP(
      "core.iteratorsImpl.system.DeletingIterator",
      "skipRowColumn",
      "4a9a1b4bae3f",
      Compactions.SkipCovered.class,
      "minc-drop",
      "delete-dropped"),
  MINOR_ONLINE(
      "tserver.tablet.DatafileManager",
      "bringMinorCompactionOnline",
      "78285e73db7f",
      Compactions.MinorOnline.class,
      "minc-lose-file"),
  MAJOR_ONLINE(
      "tserver.tablet.DatafileManager",
      "bringMajorCompactionOnline",
      "ab825ad165cd",
      Compactions.MajorOnline.class,
      "majc-lose-input",
      "majc-lose-output",
      "majc-file-back"),
  INITIATE_CLOSE(
      "tserver.tablet.Tablet",
      "initiateClose",
      "ff25252582b0",
      Tablets.InitiateClose.class,
      "unload-unflushed"),
  COMPLETE_CLOSE(
      "tserver.tablet.Tablet",
      "completeClose",
      "f9b86e2bb104",
      Tablets.CompleteClose.class,
      "unload-unflushed"),
  SPLIT("tserver.tablet.Tablet", "split", "e894834fe17d", Tablets.Split.class, "split-lose-file"),
  SPLIT_FILES(
      "server.util.MetadataTableUtil",
      "splitDatafiles",
      "3dec1a73fe96",
      Tablets.SplitFiles.class,
      "split-lose-file"),
  MERGE(
      "manager.TabletGroupWatcher",
      "mergeMetadataRecords",
      "eee3114f3545",
      Tablets.Merge.class,
      "merge-lose-file"),
  CLONE(
      "server.util.MetadataTableUtil",
      "createCloneMutation",
      "0e359c7efb86",
      Tablets.CloneFiles.class,
      "clone-lose-file"),
  IMPORT(
      "tserver.tablet.Tablet", "importMapFiles", "2b465a260b3f", Tablets.Import.class, "bulk-lose"),
  GC_LOGS(
      "gc.GarbageCollectWriteAheadLogs",
      "removeEntriesInUse",
      "7f8d96756655",
      Garbage.LogsInUse.class,
      "gc-log-in-use"),
  GC_FILES(
      "gc.GarbageCollectionAlgorithm",
      "removeCandidatesInUse",
      "e6ff4ab59e10",
      Garbage.FilesInUse.class,
      "gc-file-in-use"),
  NEXT_BATCH(
      "tserver.tablet.TabletBase", "nextBatch", "26edf161dfef", Reads.NextBatch.class, "scan-skip"),
  ACCEPT(
      "core.iteratorsImpl.system.VisibilityFilter",
      "accept",
      "1368f0ba554c",
      Reads.Accept.class,
      "vis-closed",
      "vis-open"),
  SNAPSHOT(
      "tserver.tablet.SnapshotTablet",
      "getDatafiles",
      "6411beceeda4",
      Reads.SnapshotFiles.class,
      "sserver-lose-file"),

  METADATA_WRITE("server.metadata.TabletMutatorImpl", "mutate", "07c5dfe24f9e", "metadata-write"),
  LOG_SYNC("tserver.log.DfsLogger$LoggerOperation", "await", "d7ac24132820", "log-sync"),
  BULK_LOAD("tserver.tablet.DatafileManager", "importMapFiles", "b4b124c2e82c", "bulk-load"),
  APPLY(
      "tserver.TabletClientHandler",
      "setUpdateTablet",
      "eb3bc10b148e|ff1e23aa987b",
      "apply-updates"),
  MINOR_COMMIT("tserver.tablet.Tablet", "beginClearingUnusedLogs", "e30ae5e04481", "flush-commit"),
  MAJOR_COMMIT(
      "server.util.ManagerMetadataUtil", "replaceDatafiles", "a0197e382898", "compaction-commit"),
  SCAN("tserver.tablet.TabletBase", "nextBatch", "26edf161dfef", "scan"),
  RECOVERY("tserver.log.SortedLogRecovery", "recover", "a7bb8ac6eda3", "recovery"),
  SPLIT_WRITE("server.util.MetadataTableUtil", "splitTablet", "00002c13369d", "split-write"),
  MERGE_WRITE("manager.TabletGroupWatcher", "mergeMetadataRecords", "eee3114f3545", "merge-write");

  private static final int ANY = -1;

  /** Of a SHA-256: enough to distinguish two releases. */
  private static final int DIGITS = 12;

  private static volatile Map<Point, String> absent = Map.of();

  private final String type;
  private final String method;
  private final int parameters;
  private final String hash;
  private final Class<?> advice;

  @SuppressWarnings("ImmutableEnumChecker") // of List.of
  private final List<String> names;

  /**
   * A point.
   *
   * @param type its class, without the beginning that all of Accumulo's have
   * @param method its name; behind a slash the number of its parameters, where there are others
   */
  Point(String type, String method, String hash, Class<?> advice, String... names) {
    this.type = "org.apache.accumulo." + type;
    this.method = method.replaceFirst("/.*", "");
    this.parameters = method.contains("/") ? Integer.parseInt(method.replaceFirst(".*/", "")) : ANY;
    this.hash = hash;
    this.advice = advice;
    this.names = List.of(names);
  }

  /** A point of one fault, which is done where its method begins. */
  Point(String type, String method, String hash, String fault) {
    this(type, method, hash, PointFaults.AtEntry.class, fault);
  }

  /** The class whose method it is. */
  String type() {
    return type;
  }

  String method() {
    return method;
  }

  /** Which methods of the class are changed. */
  ElementMatcher<MethodDescription> methods() {
    ElementMatcher.Junction<MethodDescription> named =
        ElementMatchers.<MethodDescription>named(method).and(not(isBridge()));
    return parameters == ANY ? named : named.and(takesArguments(parameters));
  }

  String hash() {
    return hash;
  }

  /** What is put into the method. */
  Class<?> advice() {
    return advice;
  }

  /** What can be done there: mutants, or one fault. */
  List<String> names() {
    return names;
  }

  boolean isFault() {
    return advice == PointFaults.AtEntry.class;
  }

  /** Whether there is such a name, and no point of it is absent. */
  static boolean isThere(String name) {
    return Arrays.stream(values()).anyMatch(point -> point.names.contains(name))
        && absent.keySet().stream().noneMatch(point -> point.names.contains(name));
  }

  /**
   * Searches the classes of a loader for all points, without loading them.
   *
   * @return why each of those that are not there is not
   */
  static Map<Point, String> missing(ClassLoader loader) {
    Map<Point, String> missing = new EnumMap<>(Point.class);
    for (Point point : values()) {
      point.whyAbsent(loader).ifPresent(why -> missing.put(point, why));
    }
    absent = missing;
    return missing;
  }

  private Optional<String> whyAbsent(ClassLoader loader) {
    String file = type.replace('.', '/') + ".class";
    try (InputStream in = loader.getResourceAsStream(file)) {
      if (in == null) {
        return Optional.of("there is no class " + type);
      }
      return whyAbsent(in.readAllBytes());
    } catch (IOException e) {
      return Optional.of(file + " cannot be read: " + e);
    }
  }

  /** Why the point is not in a class, if it is not. */
  Optional<String> whyAbsent(byte[] classFile) {
    String found = fingerprint(classFile, method);
    return Arrays.asList(hash.split("\\|", -1)).contains(found)
        ? Optional.empty()
        : Optional.of(
            found.isEmpty()
                ? type + " has no method " + method
                : "%s.%s has hash %s, not %s".formatted(type, method, found, hash));
  }

  /**
   * The hash of a class's methods of this name: their instructions and constants, without line
   * numbers, names of variables and frames, which do nothing.
   *
   * @param classFile the bytes of a class
   * @return hexadecimal digits; empty if there is no such method
   */
  private static String fingerprint(byte[] classFile, String method) {
    // A class that has these methods alone, and so a constant pool of what they use.
    ClassWriter alone = new ClassWriter(0);
    boolean[] found = new boolean[1];
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String types, String generic, String[] thrown) {
                if (!name.equals(method)) {
                  return null;
                }
                found[0] = true;
                return alone.visitMethod(access, name, types, null, thrown);
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    if (!found[0]) {
      return "";
    }
    alone.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "Alone", null, "java/lang/Object", null);
    return hash(alone.toByteArray());
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
