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

/**
 * This process's class path as jars that the job ships to its tasks.
 *
 * <p>Directories without classes are configuration: the job's own carries what tasks need of it,
 * and a site's may hold passwords, which are nobody else's.
 */
final class TaskJars {
  private TaskJars() {}

  /**
   * The value of Hadoop's {@code tmpjars}.
   *
   * @param scratch where directories of classes are packed
   */
  static String ofClassPath(String classPath, Path scratch) throws IOException {
    List<String> jars = new ArrayList<>();
    for (Path entry : entries(classPath)) {
      if (Files.isDirectory(entry) && holdsClasses(entry)) {
        jars.add(pack(entry, scratch.resolve("classes-" + jars.size() + ".jar")));
      } else if (Files.isRegularFile(entry)
          && entry.toString().endsWith(".jar")
          && !isHadoops(entry)) {
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

  /** Whether a jar is what a Hadoop cluster has in its own version. */
  private static boolean isHadoops(Path jar) {
    return jar.getFileName().toString().startsWith("hadoop-");
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
