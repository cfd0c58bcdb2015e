// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskJarsTest {
  @TempDir private Path temp;
  private Path lib;
  private Path scratch;

  @BeforeEach
  void directories() throws IOException {
    lib = Files.createDirectory(temp.resolve("lib"));
    scratch = Files.createDirectory(temp.resolve("scratch"));
  }

  private Path file(String name) throws IOException {
    Path file = lib.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, name);
  }

  private String jars(Object... entries) throws IOException {
    StringBuilder path = new StringBuilder();
    for (Object entry : entries) {
      path.append(entry).append(File.pathSeparator);
    }
    return TaskJars.jarsOf(path.toString(), scratch);
  }

  @Test
  void jarsAreShippedInTheirOrderAndThoseOfHadoopAreNot() throws IOException {
    Path b = file("b.jar");
    Path a = file("a.jar");
    Path hadoop = file("hadoop-client-api-3.jar");

    assertThat(jars(b, hadoop, a)).isEqualTo(b.toUri() + "," + a.toUri());
  }

  @Test
  void whatIsMissingOrNoJarIsLeftOut() throws IOException {
    Path a = file("a.jar");

    assertThat(jars("", temp.resolve("gone.jar"), file("notes.txt"), a))
        .isEqualTo(a.toUri().toString());
    assertThat(jars()).isEmpty();
  }

  @Test
  void aWildcardIsAllTheFilesOfItsDirectoryByName() throws IOException {
    Path b = file("b.jar");
    Path a = file("a.jar");
    Path unused = file("hadoop-yarn.jar");

    assertThat(jars(lib + "/*")).isEqualTo(a.toUri() + "," + b.toUri());
  }

  @Test
  void aDirectoryOfClassesIsPackedWithTheNamesThatAClassLoaderAsksFor() throws IOException {
    Path unused = file("classes/catena/verify/Some.class");
    Path ignored = file("classes/log4j2.xml");

    try (JarFile jar = new JarFile(new File(URI.create(jars(lib.resolve("classes")))))) {
      assertThat(jar.stream().map(ZipEntry::getName))
          .containsExactly("catena/verify/Some.class", "log4j2.xml");
      try (var content = jar.getInputStream(jar.getEntry("log4j2.xml"))) {
        assertThat(content)
            .asString(java.nio.charset.StandardCharsets.UTF_8)
            .isEqualTo("classes/log4j2.xml");
      }
    }
    assertThat(scratch.toFile().list()).hasSize(1);
  }

  @Test
  void aDirectoryOfConfigurationStaysHere() throws IOException {
    Path a = file("a.jar");
    Path unused = file("conf/accumulo-client.properties");

    assertThat(jars(lib.resolve("conf"), a)).isEqualTo(a.toUri().toString());
    assertThat(scratch.toFile().list()).isEmpty();
  }

  @Test
  void jobsRunOnYarnWithThisProcesssClasses() throws IOException {
    Configuration conf = new Configuration(false);
    TaskJars.ship(conf, scratch);
    assertThat(conf.getStrings("tmpjars")).isNotEmpty().allMatch(jar -> jar.endsWith(".jar"));
    assertThat(conf.getBoolean("mapreduce.job.user.classpath.first", false)).isTrue();
  }
}
