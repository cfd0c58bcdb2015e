// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** The jars with which the tasks of a job on YARN run. */
public final class TaskJars {
  private TaskJars() {}

  /**
   * Makes a job's tasks run with this process's classes.
   *
   * @param scratch where directories of classes are packed; must last until the job is submitted
   */
  public static void ship(Configuration conf, Path scratch) throws IOException {
    conf.set("tmpjars", jarsOf(System.getProperty("java.class.path"), scratch));
    // Ours are newer than those of Hadoop's servers.
    conf.setBoolean("mapreduce.job.user.classpath.first", true);
  }

  /**
   * A class path as jars that a job ships to its tasks, the value of Hadoop's {@code tmpjars}.
   *
   * <p>Directories without classes are configuration: the job's own carries what tasks need of it,
   * and a site's may hold passwords, which tasks must not get.
   *
   * @param scratch where directories of classes are packed
   */
  static String jarsOf(String classPath, Path scratch) throws IOException {
    List<String> jars = new ArrayList<>();
    for (Path entry : entries(classPath)) {
      if (Files.isDirectory(entry) && holdsClasses(entry)) {
        jars.add(pack(entry, scratch.resolve("classes-" + jars.size() + ".jar")));
      } else if (Files.isRegularFile(entry)
          && entry.toString().endsWith(".jar")
          && !entry.getFileName().toString().startsWith("hadoop-")) { // a cluster has its own
        jars.add(entry.toUri().toString());
      }
    }
    return String.join(",", jars);
  }

  private static List<Path> entries(String classPath) throws IOException {
    List<Path> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (entry.endsWith("*")) {
        try (Stream<Path> files = Files.list(Path.of(entry).toAbsolutePath().getParent())) {
          files.sorted().forEach(entries::add);
        }
      } else if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
        entries.add(Path.of(entry).toAbsolutePath());
      }
    }
    return entries;
  }

  private static boolean holdsClasses(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.anyMatch(file -> file.toString().endsWith(".class"));
    }
  }

  private static String pack(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        String name =
            classes
                .relativize(each)
                .toString()
                .replace(FileSystems.getDefault().getSeparator(), "/");
        out.putNextEntry(new JarEntry(name));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
    return jar.toUri().toString();
  }
}
