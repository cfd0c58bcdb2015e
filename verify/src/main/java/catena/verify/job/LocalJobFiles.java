// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system of jobs in this process. Hadoop's own starts a process ({@code chmod}) for
 * each file and each directory that a job makes, where its native library is not loaded: 45 of them
 * for the smallest job, which took half of its time.
 */
public final class LocalJobFiles extends LocalFileSystem {
  /** Made by Hadoop. */
  public LocalJobFiles() {
    super(new Raw());
  }

  /** Has a job that runs in this process use it for all of its local files. */
  public static void use(Configuration job) {
    job.setClass("fs.file.impl", LocalJobFiles.class, FileSystem.class);
    // Else whoever asked this process for local files first has said of which class they are.
    job.setBoolean("fs.file.impl.disable.cache", true);
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) {
        super.setPermission(path, permission);
        return;
      }
      try {
        var unused =
            Files.setPosixFilePermissions(
                pathToFile(path).toPath(), PosixFilePermissions.fromString(permission.toString()));
      } catch (UnsupportedOperationException e) { // no file system of that kind
        super.setPermission(path, permission);
      }
    }
  }
}
