// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An Accumulo that the user provides: a release candidate or a custom build, to be tested.
 *
 * @param directory an unpacked tarball of Accumulo, or a directory of jars itself; absolute
 */
public record AccumuloHome(Path directory) {
  /** What the clients of this build speak to, and what the configuration is written for. */
  private static final String LINE = "2.1";

  /** The class of a server of each is started by name. */
  private static final List<String> NEEDED =
      List.of("core", "start", "server-base", "manager", "tserver", "gc", "monitor");

  /**
   * What Accumulo's tarball leaves to the machine: {@code accumulo-env.sh} takes it from the
   * installations of Hadoop and ZooKeeper. And what is Catena's own: the servers judge entries by
   * it.
   */
  private static final Pattern FROM_OUTSIDE =
      Pattern.compile("hadoop-client-(api|runtime)|zookeeper(-jute)?|netty-.*|graph|summarizer");

  /**
   * Name and version of an artifact, as Maven puts them together; some tarballs have no version.
   */
  private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  private static final Pattern BEFORE_EDITOR = Pattern.compile("2\\.1(\\.0)?([^.\\d].*)?");

  private static final String ADVICE =
      "name an unpacked tarball of Accumulo, or a directory with its jars";

  private static final String VERSION_FILE =
      "META-INF/maven/org.apache.accumulo/accumulo-core/pom.properties";

  /** Makes the directory absolute. */
  public AccumuloHome {
    directory = directory.toAbsolutePath().normalize();
  }

  /**
   * Why servers cannot be started from there, if they cannot: no Accumulo, or one of another
   * version.
   */
  public Optional<String> problem() throws IOException {
    if (directory.toString().indexOf(':') >= 0) {
      return Optional.of(directory + " cannot be on a class path; choose a path without ':'");
    }
    if (!Files.isDirectory(directory)) {
      return Optional.of("there is no directory " + directory + "; " + ADVICE);
    }
    List<Path> cores = of("core", jars());
    if (cores.size() != 1) {
      return Optional.of(
          cores.isEmpty()
              ? "there is no accumulo-core-%s.x.jar in %s or in its lib; %s"
                  .formatted(LINE, directory, ADVICE)
              : "there is more than one Accumulo in %s: %s; leave one"
                  .formatted(jars(), names(cores)));
    }
    String version = version();
    if (!version.equals(LINE) && !version.startsWith(LINE + ".")) {
      return Optional.of(
          "%s has Accumulo %s, and this Catena is for Accumulo %s.x"
              .formatted(directory, version, LINE));
    }
    List<String> missing =
        NEEDED.stream()
            .filter(each -> of(each, jars()).isEmpty())
            .map(each -> "accumulo-" + each)
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s has an accumulo-core of %s, but no %s; %s"
                .formatted(jars(), version, String.join(", ", missing), ADVICE));
  }

  /**
   * Why a cluster of it cannot have a volume for each kind of disk, if it cannot: the catalog's
   * tables are given theirs before there is any server, by a program that 2.1.1 brought.
   *
   * @throws IOException as {@link #version}
   */
  public Optional<String> whyNoVolumes() throws IOException {
    String version = version();
    return BEFORE_EDITOR.matcher(version).matches()
        ? Optional.of(
            "%s has Accumulo %s, which has no zoo-prop-editor, by which placement by volumes is set;"
                    .formatted(directory, version)
                + " place by policies, or take 2.1.1 or later")
        : Optional.empty();
  }

  private static String names(List<Path> files) {
    return files.stream()
        .map(each -> each.getFileName().toString())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** The directory that has the jars: {@code lib} in a tarball. */
  public Path jars() {
    Path lib = directory.resolve("lib");
    return of("core", lib).isEmpty() ? directory : lib;
  }

  /** The jars of one of Accumulo's modules. */
  private static List<Path> of(String module, Path jars) {
    return list(jars).stream()
        .filter(jar -> artifact(jar).equals("accumulo-" + module))
        .filter(jar -> !jar.toString().matches(".*-(sources|javadoc|tests)\\.jar"))
        .toList();
  }

  private static List<Path> list(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A jar's name without its version. */
  private static String artifact(Path jar) {
    Matcher named = JAR.matcher(jar.getFileName().toString());
    return named.matches() ? named.group(1) : jar.getFileName().toString().replace(".jar", "");
  }

  /**
   * The version that its core reports, which the name of the file need not contain.
   *
   * @throws IOException if there is no such jar, or it cannot be read
   */
  public String version() throws IOException {
    Path core =
        of("core", jars()).stream()
            .findFirst()
            .orElseThrow(() -> new IOException("there is no accumulo-core in " + jars()));
    try (JarFile jar = new JarFile(core.toFile())) {
      JarEntry entry = jar.getJarEntry(VERSION_FILE);
      if (entry != null) {
        Properties properties = new Properties();
        try (InputStream in = jar.getInputStream(entry)) {
          properties.load(in);
        }
        return properties.getProperty("version", "of no version");
      }
    } catch (IOException e) {
      throw new IOException(core + " cannot be read: " + e.getMessage(), e);
    }
    Matcher named = JAR.matcher(core.getFileName().toString());
    return named.matches() ? named.group(2) : "of no version";
  }

  /**
   * The jars of others that its servers need and that are not there, taken from where Catena has
   * its own.
   *
   * @param bundled the directory of Catena's own
   */
  List<Path> complement(Path bundled) {
    List<String> there = list(jars()).stream().map(AccumuloHome::artifact).toList();
    return list(bundled).stream()
        .filter(jar -> FROM_OUTSIDE.matcher(artifact(jar)).matches())
        .filter(jar -> !there.contains(artifact(jar)))
        .toList();
  }
}
