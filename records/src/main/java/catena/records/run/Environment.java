// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;

/**
 * Where and with what a process of a run works; {@code environment.json}.
 *
 * @param startMillis wall clock, milliseconds since 1970
 * @param commandLine the words after {@code bin/catena}
 */
public record Environment(
    String catena,
    String accumuloClient,
    String hadoopClient,
    String java,
    String os,
    int processors,
    long maxHeapBytes,
    String host,
    String user,
    long pid,
    long startMillis,
    List<String> commandLine) {

  /** Copies the command line. */
  public Environment {
    commandLine = List.copyOf(commandLine);
  }

  /** This process. */
  public static Environment here(Clock clock, List<String> commandLine) {
    Runtime runtime = Runtime.getRuntime();
    return new Environment(
        Versions.catena(),
        Versions.accumuloClient(),
        Versions.hadoopClient(),
        Versions.java(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        runtime.availableProcessors(),
        runtime.maxMemory(),
        hostName(),
        System.getProperty("user.name"),
        ProcessHandle.current().pid(),
        clock.millis(),
        commandLine);
  }

  /** This host's name, its address where it has no name. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return InetAddress.getLoopbackAddress().getHostAddress();
    }
  }

  /** Writes {@code environment.json} into a run directory, for the owner's eyes only. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writePrivately(
        directory.environment(), Json.PRETTY.writeValueAsBytes(this), "the environment");
  }
}
