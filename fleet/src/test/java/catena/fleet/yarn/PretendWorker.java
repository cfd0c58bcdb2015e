package catena.fleet.yarn;

import catena.fleet.launch.LaunchRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A worker that does nothing, as a process: slot 0 ends with status 0 when it is asked to, slot 1
 * may not take part, and slot 2 is killed.
 */
final class PretendWorker {
  private static final String MARKS = "-Dcatena.marks=";

  private PretendWorker() {}

  /** The words of a worker's command line, those of the JVM and its main class before them. */
  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    Path marks =
        words.stream()
            .filter(word -> word.startsWith(MARKS))
            .map(word -> Path.of(word.substring(MARKS.length())))
            .findFirst()
            .orElseThrow();
    List<String> command = words.subList(words.indexOf(LaunchRequest.MAIN) + 1, words.size());
    System.out.println(String.join(" ", command));
    String slot = command.get(command.indexOf(LaunchRequest.SLOT) + 1);
    switch (slot) {
      case "0" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> conclude(marks, 0)));
        new CountDownLatch(1).await();
      }
      case "1" -> conclude(marks, 64);
      default -> System.out.println("dies");
    }
    Runtime.getRuntime().halt(slot.equals("1") ? 64 : 137);
  }

  private static void conclude(Path marks, int status) {
    try {
      Files.move(marks.resolve("started-not"), marks.resolve(Integer.toString(status)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    System.out.println("ends with " + status);
    Runtime.getRuntime().halt(status);
  }
}
