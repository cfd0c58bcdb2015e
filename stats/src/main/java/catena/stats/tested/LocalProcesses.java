// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.records.tested.Tested.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out what servers on this machine run on: the process that listens at a server's address has
 * its JVM's files and its jars open. Linux only; other users' processes are visible to root only.
 */
record LocalProcesses(List<Open> processes) {
  private static final Path PROC = Path.of("/proc");
  private static final String LISTENING = "0A";
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
  private static final Pattern ACCUMULO = Pattern.compile(".*/accumulo-core-[^/]*\\.jar.*");

  /** What a process of Java holds open; it listens at each of the addresses. */
  record Open(Path directory, List<InetSocketAddress> listeners, Optional<Path> accumulo) {}

  /** Scans all processes once. */
  static LocalProcesses now() {
    Map<String, Map<String, InetSocketAddress>> byNamespace = new HashMap<>();
    List<Open> found = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(each -> each.info().command().filter(c -> c.endsWith("/java")).isPresent())
          .forEach(
              each -> {
                Path directory = PROC.resolve(Long.toString(each.pid()));
                try {
                  String namespace = Files.readSymbolicLink(directory.resolve("ns/net")).toString();
                  Map<String, InetSocketAddress> listeners =
                      byNamespace.computeIfAbsent(namespace, any -> listeners(directory));
                  found.add(open(directory, listeners));
                } catch (IOException | RuntimeException e) {
                  // It has ended meanwhile, or is another user's.
                }
              });
    }
    return new LocalProcesses(found);
  }

  /** The listening sockets of a network namespace, by inode. */
  private static Map<String, InetSocketAddress> listeners(Path process) {
    Map<String, InetSocketAddress> listeners = new HashMap<>();
    for (String file : List.of("net/tcp", "net/tcp6")) {
      try (Stream<String> lines = Files.lines(process.resolve(file))) {
        lines.skip(1).forEach(line -> listener(line, listeners));
      } catch (IOException e) {
        // No IPv6, or the process has ended.
      }
    }
    return listeners;
  }

  /** A line of the kernel's table: number, local and remote address, state, …, inode. */
  static void listener(String line, Map<String, InetSocketAddress> listeners) {
    String[] words = line.strip().split("\\s+", -1);
    if (words.length > 9 && words[3].equals(LISTENING)) {
      String[] local = words[1].split(":", -1);
      listeners.put(
          words[9], new InetSocketAddress(address(local[0]), Integer.parseInt(local[1], 16)));
    }
  }

  /** The kernel writes addresses as words of four bytes, the least significant byte first. */
  static InetAddress address(String hex) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      int word = i / 4 * 4;
      int at = 2 * (word + 3 - i % 4);
      bytes[i] = (byte) Integer.parseInt(hex.substring(at, at + 2), 16);
    }
    try {
      // An IPv4 address within an IPv6 one becomes the former.
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(hex + " is no address", e);
    }
  }

  private static Open open(Path process, Map<String, InetSocketAddress> listeners)
      throws IOException {
    List<InetSocketAddress> own = new ArrayList<>();
    Optional<Path> accumulo = Optional.empty();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        String target = target(file);
        Matcher socket = SOCKET.matcher(target);
        if (socket.matches() && listeners.containsKey(socket.group(1))) {
          own.add(listeners.get(socket.group(1)));
        } else if (ACCUMULO.matcher(target).matches()) {
          accumulo = Optional.of(file);
        }
      }
    }
    return new Open(process, own, accumulo);
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  /** The server with what its process shows, if that is on this machine and can be read. */
  Server known(Server server) {
    Optional<Open> process = listeningAt(server);
    if (process.isEmpty()) {
      return server;
    }
    Optional<Attributes> manifest = process.get().accumulo.flatMap(LocalProcesses::manifest);
    return server.or(
        manifest.map(each -> each.getValue(Attributes.Name.IMPLEMENTATION_VERSION)),
        manifest.map(each -> each.getValue("Implementation-Build")),
        jvm(process.get().directory));
  }

  private Optional<Open> listeningAt(Server server) {
    InetAddress host;
    int port;
    try {
      host = InetAddress.getByName(server.host());
      port = Integer.parseInt(server.address().substring(server.address().lastIndexOf(':') + 1));
    } catch (UnknownHostException | NumberFormatException e) {
      return Optional.empty();
    }
    InetSocketAddress exactly = new InetSocketAddress(host, port);
    Predicate<InetSocketAddress> anywhere = // of all addresses of the machine
        at -> at.getPort() == port && at.getAddress().isAnyLocalAddress() && isOurs(host);
    return listening(exactly::equals).or(() -> listening(anywhere));
  }

  private Optional<Open> listening(Predicate<InetSocketAddress> at) {
    return processes.stream().filter(each -> each.listeners.stream().anyMatch(at)).findFirst();
  }

  private static boolean isOurs(InetAddress host) {
    try {
      return host.isLoopbackAddress() || NetworkInterface.getByInetAddress(host) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Opened through the process, so that it is the file that the process has open. */
  private static Optional<Attributes> manifest(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return Optional.ofNullable(file.getManifest()).map(Manifest::getMainAttributes);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The JVM's version, from the JVM's own directory as the process sees it. */
  private static Optional<String> jvm(Path process) {
    try {
      Path java = Files.readSymbolicLink(process.resolve("exe"));
      Path home = java.getParent().getParent();
      Path seen = process.resolve("root").resolve(Path.of("/").relativize(home));
      Properties release = new Properties();
      try (var in = Files.newBufferedReader(seen.resolve("release"))) {
        release.load(in);
      }
      String version = unquoted(release.getProperty("JAVA_RUNTIME_VERSION", ""));
      version = version.isEmpty() ? unquoted(release.getProperty("JAVA_VERSION", "")) : version;
      String maker = unquoted(release.getProperty("IMPLEMENTOR", ""));
      return version.isEmpty()
          ? Optional.empty()
          : Optional.of(maker.isEmpty() ? version : version + " of " + maker);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static String unquoted(String text) {
    return text.strip().replaceAll("^\"|\"$", "");
  }
}
