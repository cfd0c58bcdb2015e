// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.simulation.world.World;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A file system in memory that behaves like HDFS: what was synced stays; of what a process that
 * dies has written and not synced any beginning may stay.
 */
public final class Disk extends FileSystem {
  private static final URI ROOT = URI.create("simulated:///");

  private static final Configuration CONFIGURATION = new Configuration(false);

  private final World world;
  private final Map<String, Content> files = new TreeMap<>();

  /** An empty one. */
  public Disk(World world) throws IOException {
    this.world = world;
    setConf(CONFIGURATION);
    initialize(ROOT, CONFIGURATION);
  }

  /** What a file holds; nothing of one that no process reads. */
  private static final class Content {
    private final boolean kept;
    private byte[] bytes = new byte[256];
    private int length;
    private int synced;

    /** How far somebody has read it: that stays, too. */
    private int seen;

    Content(boolean kept) {
      this.kept = kept;
    }

    private void add(byte[] more, int from, int count) {
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * (length + count));
      }
      System.arraycopy(more, from, bytes, length, count);
      length += count;
    }
  }

  /** After the death of a process that wrote into a file: what was not synced may be cut off. */
  public void tear(Path path) {
    Content file = files.get(name(path));
    int safe = file == null ? 0 : Math.max(file.synced, file.seen);
    if (file != null && file.length > safe) {
      int kept = world.below(file.length - safe + 1);
      world.note(path.getName() + " keeps " + kept + " bytes that were not synced");
      file.length = safe + kept;
    }
  }

  /** Cuts a file behind some line, or removes it: what may become of a run directory. */
  public void shorten(Path path) {
    Content file = files.get(name(path));
    if (file == null || world.chance(0.2)) {
      world.note("lost: " + path.getName());
      files.remove(name(path));
      return;
    }
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < file.length; i++) {
      if (file.bytes[i] == '\n') {
        ends.add(i + 1);
      }
    }
    file.length = ends.isEmpty() ? 0 : world.oneOf(ends);
    file.synced = Math.min(file.length, file.synced);
    world.note(path.getName() + " is cut to " + file.length + " bytes");
  }

  /** Puts a whole file in its place, or dies before. */
  public void put(Path path, byte[] bytes) {
    world.point("a file is replaced");
    world.checkAlive();
    Content file = new Content(true);
    file.add(bytes, 0, bytes.length);
    file.synced = file.length;
    files.put(name(path), file);
  }

  /** Whether there is a file: a look from outside. */
  public boolean has(Path path) {
    return files.containsKey(name(path));
  }

  /** How long a file is; 0 if there is none. */
  public long length(Path path) {
    Content file = files.get(name(path));
    return file == null ? 0 : file.length;
  }

  /** What a file holds now. */
  byte[] bytes(Path path) {
    Content file = files.get(name(path));
    return Arrays.copyOf(file.bytes, file.length);
  }

  private static String name(Path path) {
    return path.toUri().getPath();
  }

  private Content find(Path path) throws FileNotFoundException {
    Content file = files.get(name(path));
    if (file == null) {
      throw new FileNotFoundException(path.toString());
    }
    return file;
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    world.point("a file is opened");
    return new FSDataInputStream(new In(find(path)));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    if (!overwrite && files.containsKey(name(path))) {
      throw new FileAlreadyExistsException(path + " exists");
    }
    // Ledgers are read again, and workers' journals; what is measured is not.
    Content file =
        new Content(path.getName().endsWith(".ledger") || path.getName().startsWith("worker-"));
    files.put(name(path), file);
    return new FSDataOutputStream(new Out(file), null);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress)
      throws IOException {
    Content file = find(path);
    return new FSDataOutputStream(new Out(file), null, file.length);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    files.put(name(to), find(from));
    files.remove(name(from));
    return true;
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    return files.remove(name(path)) != null;
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    String prefix = name(folder) + "/";
    List<FileStatus> found = new ArrayList<>();
    for (Map.Entry<String, Content> file : files.entrySet()) {
      if (file.getKey().startsWith(prefix)) {
        found.add(status(new Path(ROOT.getScheme(), null, file.getKey()), file.getValue()));
      }
    }
    if (found.isEmpty()) {
      throw new FileNotFoundException(folder.toString());
    }
    return found.toArray(FileStatus[]::new);
  }

  private FileStatus status(Path path, Content file) {
    return new FileStatus(file.length, false, 1, 1, world.millis(), path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return status(path, find(path));
  }

  @Override
  public void setWorkingDirectory(Path directory) {
    throw new UnsupportedOperationException("all paths are absolute");
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path(ROOT);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    return true;
  }

  /** Writes in two parts, since readers and death may come between. */
  private final class Out extends OutputStream implements Syncable {
    private final Content file;

    Out(Content file) {
      this.file = file;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      if (!file.kept || world.isDying()) {
        return;
      }
      int first = world.below(count + 1);
      file.add(bytes, from, first);
      world.point("a file is written");
      file.add(bytes, from + first, count - first);
    }

    @Override
    public void hflush() {
      // readers see at once what was written
    }

    @Override
    public void hsync() {
      if (!file.kept || world.isDying()) {
        return;
      }
      world.point("a file is not yet synced");
      file.synced = file.length;
      world.point("a file is synced");
    }
  }

  private final class In extends FSInputStream {
    private final Content file;
    private int at;

    In(Content file) {
      this.file = file;
    }

    @Override
    public void seek(long position) {
      at = (int) position;
    }

    @Override
    public long getPos() {
      return at;
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int count) {
      if (at >= file.length) {
        return count == 0 ? 0 : -1;
      }
      int n = Math.min(count, file.length - at);
      System.arraycopy(file.bytes, at, bytes, from, n);
      at += n;
      file.seen = world.isAside() ? file.seen : Math.max(file.seen, at);
      return n;
    }
  }
}
