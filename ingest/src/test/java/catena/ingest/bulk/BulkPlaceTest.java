// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.accumulo.FakeInstance;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkPlaceTest {
  @TempDir private Path temp;

  private final FakeInstance instance = new FakeInstance();

  private BulkPlace place(String asked) throws Exception {
    return BulkPlace.of(instance.connection(), "9", asked);
  }

  @Test
  void filesOfATableLieInItsOwnDirectoryOnTheFirstVolume() throws Exception {
    instance.system.put("instance.volumes", " file:" + temp + "/one , file:/elsewhere");
    assertThat(place("").home().toString()).isEqualTo("file:/tmp/catena-bulk/instance-1/table-9");
    assertThat(place("/bulk").home().toString()).isEqualTo("file:/bulk/instance-1/table-9");
    assertThat(place("file:///x/y").home().toString()).isEqualTo("file:/x/y/instance-1/table-9");
  }

  @Test
  void aPlaceOnNoFileSystemOfTheInstanceIsRefused() {
    instance.system.put("instance.volumes", "hdfs://127.0.0.1:1/accumulo");
    assertThatThrownBy(() -> place("file:///x"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(
            "ingest.bulk.dir=file:///x is on no file system of the instance",
            "hdfs://127.0.0.1:1/accumulo");
    instance.system.put("instance.volumes", "nosuch://host/accumulo");
    assertThatThrownBy(() -> place(""))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("cannot be reached", "ingest.bulk.dir");
  }

  @Test
  void anInstanceThatDoesNotNameItsVolumesIsRefused() {
    assertThatThrownBy(() -> place(""))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("does not say where it keeps its files (instance.volumes)");
    instance.fails("getSystemConfiguration", FakeInstance.refused());
    assertThatThrownBy(() -> place(""))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("User tester may not ask", "grant System.SYSTEM");
  }

  @Test
  void whatIsMadeIsOpenToTheManagerAndWhatWasThereStaysAsItWas() throws Exception {
    instance.system.put("instance.volumes", "file:/");
    Path there = Files.createDirectory(temp.resolve("there"));
    Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwx------"));
    BulkPlace place = place("file://" + there);
    org.apache.hadoop.fs.Path deep = new org.apache.hadoop.fs.Path(place.home(), "a/b");
    place.make(deep);

    assertThat(permissions(there)).isEqualTo("rwx------");
    assertThat(permissions(there.resolve("instance-1"))).isEqualTo("rwxrwxrwx");
    assertThat(permissions(there.resolve("instance-1/table-9/a/b"))).isEqualTo("rwxrwxrwx");
    place.make(deep);
    assertThatThrownBy(() -> place.makeNew(deep))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("only new and empty directories are imported");
    place.makeNew(new org.apache.hadoop.fs.Path(place.home(), "c"));
    assertThat(there.resolve("instance-1/table-9/c")).isDirectory();
  }

  private static String permissions(Path directory) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory));
  }
}
