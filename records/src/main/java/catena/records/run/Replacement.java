// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import catena.records.words.Reasons;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** Replaces files as a whole: a reader sees the old content or the new one. */
record Replacement(FileSystem fs) {
  /**
   * Writes a file and puts it in the place of another.
   *
   * @param what named in the message of the exception
   * @param permissions of the file from its first byte on, as POSIX names them
   */
  void write(Path path, byte[] content, String what, Optional<String> permissions)
      throws IOException {
    Path next = RunDirectory.next(path);
    try {
      fs.mkdirs(path.getParent());
      if (fs instanceof RawLocalFileSystem local) {
        writeLocal(local.pathToFile(next).toPath(), content, permissions);
      } else {
        writeRemote(next, content, permissions);
      }
      replace(next, path);
    } catch (IOException e) {
      throw new IOException("cannot write " + what + " to " + path + ": " + Reasons.of(e), e);
    } finally {
      fs.delete(next, false);
    }
  }

  /** Not by Hadoop's own stream, which throws an Error when the disk is full. */
  private static void writeLocal(
      java.nio.file.Path file, byte[] content, Optional<String> permissions) throws IOException {
    FileAttribute<?>[] attributes =
        permissions
            .filter(p -> file.getFileSystem().supportedFileAttributeViews().contains("posix"))
            .map(PosixFilePermissions::fromString)
            .map(PosixFilePermissions::asFileAttribute)
            .stream()
            .toArray(FileAttribute<?>[]::new);
    Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, attributes)) {
      Channels.newOutputStream(channel).write(content);
      channel.force(true);
    }
  }

  private void writeRemote(Path file, byte[] content, Optional<String> permissions)
      throws IOException {
    try (FSDataOutputStream out =
        permissions.isPresent()
            ? FileSystem.create(fs, file, FsPermission.valueOf("-" + permissions.get()))
            : fs.create(file, true)) {
      out.write(content);
      out.hsync();
    }
  }

  /** Puts a finished file in the place of another: a reader sees the old one or the new one. */
  void replace(Path from, Path to) throws IOException {
    if (fs instanceof RawLocalFileSystem local) {
      Files.move(
          local.pathToFile(from).toPath(),
          local.pathToFile(to).toPath(),
          StandardCopyOption.ATOMIC_MOVE);
    } else {
      // FileSystem has no public rename that replaces its target.
      FileContext.getFileContext(fs.getUri(), fs.getConf())
          .rename(from, to, Options.Rename.OVERWRITE);
    }
  }
}
