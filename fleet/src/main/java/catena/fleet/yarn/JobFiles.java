package catena.fleet.yarn;

import catena.fleet.launch.WorkerEnd;
import catena.harness.run.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What the submitter of a job and its tasks tell one another: {@code stop}, once all workers are to
 * end, and {@code ends/<slot>-<attempt>}, how a worker ended.
 */
final class JobFiles {
  private static final String DIRECTORY = ".catena-fleet-";
  private static final String STOP = "stop";
  private static final String ENDS = "ends";

  /**
   * What a file of an end holds.
   *
   * @param status of the worker's process, if it was its own to choose
   */
  private record End(OptionalInt status, String words) {}

  private final FileSystem fs;
  private final Path root;

  private JobFiles(FileSystem fs, Path root) {
    this.fs = fs;
    this.root = root;
  }

  /** A new directory in the user's home on the default file system. */
  static JobFiles create(Configuration conf) throws IOException {
    FileSystem fs = FileSystem.get(conf);
    Path root = fs.makeQualified(new Path(fs.getHomeDirectory(), DIRECTORY + UUID.randomUUID()));
    fs.mkdirs(new Path(root, ENDS));
    return new JobFiles(fs, root);
  }

  /** The directory that another process made. */
  static JobFiles at(String root, Configuration conf) throws IOException {
    Path path = new Path(root);
    return new JobFiles(path.getFileSystem(conf), path);
  }

  /** Where the directory is, as {@link #at} takes it. */
  String root() {
    return root.toString();
  }

  /** Asks all workers to end. */
  void askToStop() throws IOException {
    fs.create(new Path(root, STOP), true).close();
  }

  /** Whether all are to end; also where whoever started them has gone and taken the files along. */
  boolean isStopAsked() throws IOException {
    return fs.exists(new Path(root, STOP)) || !fs.exists(root);
  }

  /** Takes note of a worker's end; by its task. */
  void ended(WorkerEnd end) throws IOException {
    Path file = new Path(root, ENDS + "/" + end.slot() + "-" + end.attempt());
    Path next = new Path(root, "." + file.getName());
    try (OutputStream out = fs.create(next, true)) {
      out.write(Json.LINES.writeValueAsBytes(new End(end.status(), end.words())));
    }
    if (!fs.rename(next, file)) {
      throw new IOException(next + " cannot be renamed to " + file);
    }
  }

  /** The ends that are on record, in the order of slots and attempts, but those that are known. */
  List<WorkerEnd> ends(Set<Attempt> known) throws IOException {
    List<Attempt> fresh;
    try {
      fresh =
          Arrays.stream(fs.listStatus(new Path(root, ENDS)))
              .map(FileStatus::getPath)
              .map(path -> Attempt.of(path.getName()))
              .filter(attempt -> !known.contains(attempt))
              .sorted()
              .toList();
    } catch (FileNotFoundException e) {
      return List.of(); // removed by another process that ended the job
    }
    List<WorkerEnd> ends = new ArrayList<>();
    for (Attempt each : fresh) {
      try (InputStream in = fs.open(new Path(root, ENDS + "/" + each))) {
        End end = Json.LINES.readValue(in, End.class);
        ends.add(new WorkerEnd(each.slot(), each.number(), end.status(), end.words()));
      }
    }
    return List.copyOf(ends);
  }

  /** Removes all of it. */
  void remove() throws IOException {
    fs.delete(root, true);
  }
}
