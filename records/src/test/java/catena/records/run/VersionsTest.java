// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {
  @TempDir Path directory;

  private Path jar(String commit) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue(Versions.COMMIT, commit);
    Path file = directory.resolve("a.jar");
    try (OutputStream out = Files.newOutputStream(file)) {
      new JarOutputStream(out, manifest).close();
    }
    return file;
  }

  @Test
  void theCommitIsThatOfTheManifest() throws IOException {
    assertThat(Versions.commit(jar("0a1b2c"))).contains("0a1b2c");
    assertThat(Versions.commit(jar("unknown"))).isEmpty();
    assertThat(Versions.commit(directory)).isEmpty();
  }

  @Test
  void theVersionsAreThoseOfTheLibraries() {
    assertThat(Versions.hadoopClient()).startsWith("3.");
    assertThat(Versions.zookeeperClient()).startsWith("3.");
    assertThat(Versions.accumuloClient()).startsWith("2.1.");
    assertThat(Versions.java()).contains(Runtime.version().toString());
  }
}
