// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The files of one run, under one directory of any Hadoop file system: opened, listed, read and
 * replaced here, named by {@link RunLayout}.
 */
public final class RunDirectory extends RunLayout implements Closeable {
  /** How long a file of a dead writer may take to become writable: HDFS needs some seconds. */
  public static final Duration LEASE_LIMIT = Duration.ofSeconds(90);

  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private final FileSystem fs;
  private final Replacement replacement;

  /** Whether it was named by a URI; a local path that was is shared with other hosts. */
  private final boolean byUri;

  private RunDirectory(FileSystem fs, Path root, Path named) {
    super(root);
    this.fs = fs;
    this.byUri = named.toUri().getScheme() != null;
    this.replacement = new Replacement(fs);
  }

  /**
   * Makes {@code <runs>/<yyyyMMdd-HHmmss>-<name>/}; a second run in the same second gets {@code -2}
   * and so on.
   *
   * @param runs a local path or the URI of a directory on any Hadoop file system
   * @throws UsageException if it cannot be written to, with the path and the reason
   */
  public static RunDirectory create(
      String runs, String name, Instant now, ZoneId zone, Configuration hadoop) {
    String stamped = STAMP.withZone(zone).format(now) + "-" + safe(name);
    return writable(
        runs,
        hadoop,
        (fs, parent) -> {
          fs.mkdirs(parent);
          Path root = new Path(parent, stamped);
          for (int n = 2; !AppendFile.makesDirectory(fs, root); n++) {
            root = new Path(parent, stamped + "-" + n);
          }
          return root;
        });
  }

  /**
   * Opens or makes exactly this directory for writing.
   *
   * @throws UsageException if it cannot be written to, with the path and the reason
   */
  public static RunDirectory at(String directory, Configuration hadoop) {
    return writable(directory, hadoop, (fs, root) -> root);
  }

  /** The same of a directory below this one, on the file system as this one is configured. */
  public RunDirectory below(Path directory) {
    return at(directory.toString(), fs.getConf());
  }

  /**
   * Opens a directory that an earlier process made, for reading; nothing is written.
   *
   * @throws UsageException if there is none
   */
  public static RunDirectory open(String directory, Configuration hadoop) {
    try {
      Path path = new Path(directory);
      FileSystem fs = fileSystem(path, hadoop);
      Path root = fs.makeQualified(path);
      if (!fs.exists(root) || !fs.getFileStatus(root).isDirectory()) {
        fs.close();
        throw new UsageException(
            "There is no run directory " + root + ": name the directory of an earlier run");
      }
      return new RunDirectory(fs, root, path);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "The run directory " + directory + " cannot be read: " + Reasons.of(e));
    }
  }

  /**
   * A directory on a file system that the caller has opened.
   *
   * @param fs closed with this
   */
  public static RunDirectory on(FileSystem fs, Path root) {
    return new RunDirectory(fs, root, root);
  }

  /** Whether a run directory is named by a URI, and not by a path of this machine alone. */
  public static boolean isUri(String named) {
    return named.contains(":/");
  }

  /** Of the place that is chosen, given the file system and what the user named. */
  private static RunDirectory writable(
      String named,
      Configuration hadoop,
      FailableBiFunction<FileSystem, Path, Path, IOException> place) {
    try {
      Path path = new Path(named);
      FileSystem fs = fileSystem(path, hadoop);
      Path root = place.apply(fs, fs.makeQualified(path));
      fs.mkdirs(root);
      AppendFile.probe(fs, root);
      return new RunDirectory(fs, root, path);
    } catch (IOException | IllegalArgumentException | UncheckedIOException e) {
      throw new UsageException(
          "The run directory %s cannot be written to: %s; name another with --run-dir"
              .formatted(named, Reasons.of(e)));
    }
  }

  private static FileSystem fileSystem(Path path, Configuration hadoop) throws IOException {
    URI uri = path.toUri();
    if (uri.getScheme() == null || uri.getScheme().equals("file")) {
      RawLocalFileSystem local = new RawLocalFileSystem();
      local.initialize(URI.create("file:///"), hadoop);
      return local;
    }
    // Own instance, not closed by Hadoop's shutdown hook: a ledger is closed after SIGTERM too.
    Configuration own = new Configuration(hadoop);
    own.setBoolean("fs.automatic.close", false);
    // Where HDFS has fewer DataNodes left than a file is to have replicas, it goes on with these.
    own.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
    return FileSystem.newInstance(uri, own);
  }

  /** The file system that holds the directory. */
  public FileSystem fileSystem() {
    return fs;
  }

  /** The directory as a person would name it: a plain path when it is local. */
  public String display() {
    return fs instanceof RawLocalFileSystem ? root().toUri().getPath() : root().toString();
  }

  /** The directory as it is named to another process: by a URI if it was so to this one. */
  public String reach() {
    return byUri ? root().toString() : display();
  }

  /** One of its files as a person would name it. */
  public String display(Path file) {
    return display() + "/" + nameOf(file);
  }

  /**
   * Sets the ledgers and {@code graph.json} of a table that is no more aside, in {@code
   * deleted/<table id>/}: what they promise can be found nowhere, and what the run writes from now
   * on is another table's.
   *
   * @throws IOException if it cannot be done; what was set aside stays there
   */
  public void setAside(String tableId) throws IOException {
    Path aside = path("deleted/" + tableId);
    fs.mkdirs(aside);
    for (Path each : List.of(path("ledger"), graph())) {
      Path there = new Path(aside, each.getName());
      if (fs.exists(each) && !fs.rename(each, there)) {
        throw new IOException(display(each) + " cannot be renamed to " + display(there));
      }
    }
  }

  /** The names of all that there are: generation, worker, each behind the other with a dash. */
  public List<String> shares() throws IOException {
    return list("shares", ".json").stream()
        .map(file -> file.getName().replaceAll("\\.json$", ""))
        .toList();
  }

  /** The ledgers there are, in the order of the writers' numbers. */
  public List<Path> ledgers() throws IOException {
    return list("ledger", ".ledger");
  }

  /** The journals there are: those of the processes of a name in the order of their numbers. */
  public List<Path> journals() throws IOException {
    return list("events", ".jsonl").stream().sorted(BY_PROCESS).toList();
  }

  /** The latency logs there are, in the order of their names. */
  public List<Path> latencies() throws IOException {
    return list("latency", ".hlog");
  }

  /**
   * The files of samples there are but those of the clients, compressed or not, in the order of
   * their names.
   */
  public List<Path> samples() throws IOException {
    List<Path> compressed = list("stats", ".jsonl" + Compressed.ENDING);
    return Stream.concat(compressed.stream(), list("stats", ".jsonl").stream())
        .filter(file -> !file.getName().matches("clients(-\\d+)?\\.jsonl(\\.gz)?"))
        .filter(file -> !compressed.contains(Compressed.of(file)))
        .sorted()
        .toList();
  }

  /** The files of samples in the form of the original collector, in the order of their names. */
  public List<Path> classics() throws IOException {
    return list("stats", ".out");
  }

  /**
   * The ledgers there are with their lengths, in the order of the writers' numbers, by one question
   * to the file system; one that is being written may be longer by now.
   */
  public SortedMap<Path, Long> ledgerLengths() throws IOException {
    return lengths("ledger", ".ledger");
  }

  /** The journals there are, with their lengths as {@link #ledgerLengths} has them. */
  public SortedMap<Path, Long> journalLengths() throws IOException {
    return lengths("events", ".jsonl");
  }

  /** The latency logs there are, with their lengths as {@link #ledgerLengths} has them. */
  public SortedMap<Path, Long> latencyLengths() throws IOException {
    return lengths("latency", ".hlog");
  }

  private SortedMap<Path, Long> lengths(String folder, String ending) throws IOException {
    SortedMap<Path, Long> lengths = new TreeMap<>();
    try {
      for (FileStatus file : fs.listStatus(path(folder))) {
        if (file.getPath().getName().endsWith(ending)) {
          lengths.put(file.getPath(), file.getLen());
        }
      }
    } catch (FileNotFoundException e) {
      // there is none
    }
    return lengths;
  }

  /** The greatest term by which there is a {@link #phase} or a {@link #coordinator}; 0 if none. */
  public int lastTerm() throws IOException {
    return greatest("phases", ".*-|\\.json");
  }

  /** The greatest generation of a {@link #share}; 0 if there is none. */
  public int lastGeneration() throws IOException {
    return greatest("shares", "-.*");
  }

  /** The greatest of the numbers that names are without some of their characters. */
  private int greatest(String folder, String without) throws IOException {
    return list(folder, ".json").stream()
        .map(file -> file.getName().replaceAll(without, ""))
        .filter(number -> number.matches("\\d{1,9}"))
        .mapToInt(Integer::parseInt)
        .max()
        .orElse(0);
  }

  private List<Path> list(String folder, String ending) throws IOException {
    return List.copyOf(lengths(folder, ending).keySet());
  }

  /**
   * Opens a file of lines at its end. Where another process holds it, or may still do so, or it was
   * {@link Compressed}, it is left alone, and the next one is opened: after {@code ingest.jsonl} it
   * is {@code ingest-2.jsonl}.
   */
  public AppendFile append(Path path) throws IOException {
    Optional<AppendFile> file = appendUnlessTaken(path);
    for (int n = 2; file.isEmpty(); n++) {
      file = appendUnlessTaken(numbered(path, n));
    }
    return file.get();
  }

  private Optional<AppendFile> appendUnlessTaken(Path path) throws IOException {
    return fs.exists(Compressed.of(path)) ? Optional.empty() : AppendFile.openUnlessHeld(fs, path);
  }

  /** The directory as a path of this machine; empty if it is on another file system. */
  public Optional<java.nio.file.Path> local() {
    return fs instanceof RawLocalFileSystem raw
        ? Optional.of(raw.pathToFile(root()).toPath())
        : Optional.empty();
  }

  /**
   * Replaces a file as a whole: a reader sees the old content or the new one.
   *
   * @param what named in the message of the exception
   */
  public void writeAtomically(Path path, byte[] content, String what) throws IOException {
    replacement.write(path, what, Optional.empty(), out -> out.write(content));
  }

  /** As {@link #writeAtomically}, of what is written into a stream, which is not to be closed. */
  void rewrite(Path path, String what, FailableConsumer<OutputStream, IOException> content)
      throws IOException {
    replacement.write(path, what, Optional.empty(), content);
  }

  /**
   * As {@link #writeAtomically}; only the owner may read it, from its first byte on: a table's
   * properties and the words of a command may hold a secret.
   */
  public void writePrivately(Path path, byte[] content, String what) throws IOException {
    replacement.write(path, what, Optional.of("rw-------"), out -> out.write(content));
  }

  /** Puts a finished file in the place of another: a reader sees the old one or the new one. */
  public void replace(Path from, Path to) throws IOException {
    replacement.replace(from, to);
  }

  /** The whole of a small file; empty if there is none, and not if it cannot be opened. */
  public Optional<byte[]> read(Path path) throws IOException {
    try {
      return Optional.of(whole(path));
    } catch (FileNotFoundException e) { // also thrown where it may not be opened
      return fs.exists(path) ? Optional.of(whole(path)) : Optional.empty();
    }
  }

  private byte[] whole(Path path) throws IOException {
    try (var in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  /**
   * Writes {@code settings.properties}, one {@code key=value} per line in the order of the keys;
   * for the owner's eyes only.
   */
  public void writeSettings(SortedMap<String, String> effective) throws IOException {
    writeProperties(settings(), effective, "the settings");
  }

  /**
   * Writes a file of properties as {@link #writeSettings} does.
   *
   * @param what named in the message of the exception
   */
  public void writeProperties(Path file, SortedMap<String, String> properties, String what)
      throws IOException {
    writePrivately(file, PropertyLines.of(properties), what);
  }

  /**
   * What {@code settings.properties} says; nothing if there is none.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public SortedMap<String, String> readSettings() throws IOException {
    return readProperties(settings());
  }

  /**
   * What a file that {@link #writeProperties} has written says; nothing if there is none.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public SortedMap<String, String> readProperties(Path file) throws IOException {
    return PropertyLines.parse(file.getName(), read(file).orElse(new byte[0]));
  }

  /** Closes the file system, which no other part of the process uses. */
  @Override
  public void close() throws IOException {
    fs.close();
  }
}
