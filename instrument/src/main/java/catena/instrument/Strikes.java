// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is in force in this server, and the log of what was done.
 *
 * <p>The control file has a line for each thing that is in force, {@code ID NAME DOES EVERY}: a
 * word of the file's writer, the name of a mutant or a fault, {@code strike} for a mutant or {@code
 * delay:MILLISECONDS}, {@code throw} or {@code hang} for a fault, and every how many times. A file
 * that is not there says that nothing is in force.
 *
 * <p>The log has lines of fields with tabs between; the first is the time in milliseconds and the
 * second a word: {@code agent PID}; {@code point NAME there} or {@code point NAME absent WHY}, for
 * each name; {@code on ID NAME DOES} and {@code off ID NAME DOES} when a line of the control file
 * takes effect and no longer has any; {@code refused LINE WHY}; {@code strike ID NAME} and what was
 * struck ({@link Struck}); {@code error WHERE WHAT}.
 */
public final class Strikes {
  /** How often the control file is read, milliseconds. */
  private static final long LOOK = 100;

  private static volatile Map<String, Order> orders = Map.of();
  private static Path log;

  /** One line of the control file, and how often its place was passed. */
  static final class Order {
    final String id;
    final String name;
    final String does;
    private final long every;
    private final AtomicLong passed = new AtomicLong();

    private Order(String id, String name, String does, long every) {
      this.id = id;
      this.name = name;
      this.does = does;
      this.every = every;
    }

    static Order parse(String line) {
      String[] words = line.strip().split(" +", -1);
      if (words.length != 4 || !words[2].matches("strike|throw|hang|delay:\\d+")) {
        throw new IllegalArgumentException("it is not ID NAME strike|throw|hang|delay:MS EVERY");
      }
      long every = Long.parseLong(words[3]);
      if (every < 1) {
        throw new IllegalArgumentException("EVERY is a number from 1");
      }
      return new Order(words[0], words[1], words[2], every);
    }

    /** Whether this time is one of those that are struck. */
    boolean isDue() {
      return passed.incrementAndGet() % every == 0;
    }

    private String words() {
      return id + " " + name + " " + does + " " + every;
    }
  }

  private Strikes() {}

  /** Begins to read the control file of a server and to write its log. */
  static void begin(Path directory, String server) throws IOException {
    Files.createDirectories(directory);
    logTo(directory.resolve(server + ".log"));
    write("agent", ProcessHandle.current().pid());
    Path control = directory.resolve(server + ".control");
    read(control);
    new Timer("instrument", true)
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                read(control);
              }
            },
            LOOK,
            LOOK);
  }

  /** Writes the log there from now on. */
  static void logTo(Path file) {
    log = file;
  }

  private static void read(Path control) {
    List<String> lines;
    try {
      lines = Files.readAllLines(control);
    } catch (NoSuchFileException e) {
      lines = List.of();
    } catch (IOException e) {
      return; // being replaced: what is in force stays so until the next read
    }
    obey(lines);
  }

  private static Set<String> refused = new HashSet<>();

  /** Puts into force what these lines say, and nothing else. */
  static synchronized void obey(List<String> lines) {
    Map<String, Order> before = orders;
    Map<String, Order> after = new HashMap<>();
    Set<String> wrong = new HashSet<>();
    for (String line : lines) {
      try {
        Order order = Order.parse(line);
        if (!Point.isThere(order.name)) {
          throw new IllegalArgumentException("point not there: " + order.name);
        }
        Order same = before.get(order.name);
        boolean kept = same != null && same.words().equals(order.words());
        after.put(order.name, kept ? same : order);
      } catch (IllegalArgumentException e) {
        wrong.add(line);
        if (!refused.contains(line)) {
          write("refused", line, e.getMessage());
        }
      }
    }
    refused = wrong;
    orders = after;
    before.values().stream()
        .filter(order -> after.get(order.name) != order)
        .forEach(order -> write("off", order.id, order.name, order.does));
    after.values().stream()
        .filter(order -> before.get(order.name) != order)
        .forEach(order -> write("on", order.id, order.name, order.does));
  }

  /** The order in force for a name; null if there is none. */
  static Order order(String name) {
    return orders.get(name);
  }

  /** Whether anything at all is in force: the short way for places that are passed often. */
  public static boolean any() {
    return !orders.isEmpty();
  }

  /** Whether a mutant is in force, and strikes this time. */
  public static boolean isDue(String mutant) {
    Order order = orders.get(mutant);
    return order != null && order.isDue();
  }

  /** Appends a line to the log; what cannot be written is on the server's own output. */
  static synchronized void write(Object... fields) {
    StringBuilder line = new StringBuilder().append(System.currentTimeMillis());
    for (Object field : fields) {
      line.append('\t').append(String.valueOf(field).replace('\t', ' ').replace('\n', ' '));
    }
    line.append('\n');
    try {
      if (log != null) {
        Files.writeString(
            log,
            line,
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      System.err.println("instrument: " + line + e);
    }
  }
}
