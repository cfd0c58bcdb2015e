// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * A worker that does nothing: slot 0 is at work until it is told to end, slot 1 may not take part,
 * slot 2 dies, and slot 3 was given up.
 */
public final class PretendWorker {
  /** The command lines that there were, with the content of the client properties. */
  static final Collection<String> SAID = new ConcurrentLinkedQueue<>();

  static final CountDownLatch END = new CountDownLatch(1);

  private PretendWorker() {}

  /** The status that a worker's command line comes to. */
  public static int run(String... args) throws Exception {
    List<String> words = Arrays.asList(args);
    Path properties = Path.of(words.get(words.indexOf("-c") + 1));
    SAID.add(
        String.join(" ", words).replace(properties.toString(), Files.readString(properties))
            + " "
            + Files.getPosixFilePermissions(properties).size());
    return switch (words.get(words.indexOf(LaunchRequest.SLOT) + 1)) {
      case "0" -> {
        END.await();
        yield 0;
      }
      case "1" -> 64;
      case "3" -> 2;
      default -> throw new OutOfMemoryError("dies");
    };
  }
}
