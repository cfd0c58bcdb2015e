// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalJobFilesTest {
  @TempDir private java.nio.file.Path temp;

  private static String permissions(java.nio.file.Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  /** What a job does to its directories, as the file system of the process and as a job's own. */
  private void use(FileSystem files) throws Exception {
    Path directory = new Path(temp.resolve("job").toUri());
    assertThat(files.mkdirs(directory, new FsPermission("700"))).isTrue();
    files.create(new Path(directory, "job.xml")).close();
    files.setPermission(new Path(directory, "job.xml"), new FsPermission("640"));
  }

  @Test
  void jobsOfThisProcessHaveFilesWithPermissionsAndStartNoChmodForThem() throws Exception {
    java.nio.file.Path events = temp.resolve("events.jfr");
    Configuration conf = new Configuration(false);
    FileSystem usual = FileSystem.getLocal(conf);
    assertThat(usual).isNotInstanceOf(LocalScans.LocalJobFiles.class);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      LocalScans.LocalJobFiles.use(conf);
      FileSystem files = FileSystem.getLocal(conf);
      assertThat(files).isInstanceOf(LocalScans.LocalJobFiles.class);
      use(files);
      recording.dump(events);
    }
    assertThat(permissions(temp.resolve("job"))).isEqualTo("rwx------");
    assertThat(permissions(temp.resolve("job/job.xml"))).isEqualTo("rw-r-----");
    assertThat(RecordingFile.readAllEvents(events))
        .extracting(started -> started.getString("command"))
        .noneMatch(command -> command.startsWith("chmod"));
  }
}
