// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import catena.records.words.Reasons;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Replaces files as a whole: a reader sees the old content or the new one. */
record Replacement(FileSystem fs) {
  /**
   * Writes a file and puts it in the place of another; it is on the disk by then.
   *
   * @param what named in the message of the exception
   * @param permissions of the file from its first byte on, as POSIX names them
   * @param content writes it; the stream is closed here
   */
  void write(
      Path path,
      String what,
      Optional<String> permissions,
      FailableConsumer<OutputStream, IOException> content)
      throws IOException {
    Path next = RunDirectory.next(path);
    try {
      try (AppendFile file =
          AppendFile.create(fs, next, permissions)
              .orElseThrow(() -> new IOException(next + " is there"))) {
        content.accept(file.stream());
      }
      replace(next, path);
    } catch (IOException e) {
      throw new IOException("cannot write " + what + " to " + path + ": " + Reasons.of(e), e);
    } finally {
      fs.delete(next, false);
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
