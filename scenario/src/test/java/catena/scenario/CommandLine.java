// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.command.Terminal;
import catena.records.threads.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** A command line that was run in this process, with what it printed. */
record CommandLine(int status, String out, String notes) {
  static CommandLine run(String... words) {
    return run(new StopSignal(), words);
  }

  /** The same until it is over, or asked to stop. */
  static CommandLine run(StopSignal stop, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(notes, true, UTF_8));
    int status = Main.run(terminal, stop, words);
    return new CommandLine(status, out.toString(UTF_8), notes.toString(UTF_8));
  }

  /** Both streams. */
  String all() {
    return out + notes;
  }
}
