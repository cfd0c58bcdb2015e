package catena.recompute;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** {@code bench/run recompute RUN [REPORT]}: is what the report of a run shows so? */
public final class Recompute {
  /** Nothing differs. */
  static final int EQUAL = 0;

  /** Something differs. */
  static final int DIFFERENT = 1;

  /** Something could not be read. */
  static final int UNREADABLE = 2;

  private static final int USAGE = 64;

  private Recompute() {}

  /** Exits with 0 if nothing differs, 1 if something does, 2 if something could not be read. */
  public static void main(String[] arguments) {
    System.exit(run(System.out, System.err, arguments));
  }

  static int run(PrintStream out, PrintStream err, String... arguments) {
    if (arguments.length < 1 || arguments.length > 2) {
      err.println("bench/run recompute RUN [directory of its report]");
      return USAGE;
    }
    Path run = Path.of(arguments[0]);
    Path report = arguments.length == 2 ? Path.of(arguments[1]) : run;
    try {
      Recomputation recomputation = Recomputation.of(run, report);
      recomputation.lines().forEach(out::println);
      return recomputation.differences() == 0 ? EQUAL : DIFFERENT;
    } catch (IOException | RuntimeException e) {
      err.println("cannot be recomputed: " + e);
      return UNREADABLE;
    }
  }
}
