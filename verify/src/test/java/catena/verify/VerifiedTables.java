// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.cluster.SharedCluster;
import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.harness.accumulo.Connection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import catena.verify.job.VerifySettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tables of the one cluster, and verifications of them as a user asks for them. */
abstract class VerifiedTables {
  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster("A", "B", "C");

  static final int FLUSH = 150;
  static final int DEPTH = 4;
  static final Position END = new Position(4, 2, 70);

  private static int tables;

  @TempDir Path directory;

  final Connection connection = CLUSTER.connection();
  final StopSignal stop = new StopSignal();
  final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** A table that two writers have written to the same point, with its run. */
  record Written(ScratchTable table, RunDirectory run) implements AutoCloseable {
    @Override
    public void close() throws java.io.IOException {
      table.close();
      run.close();
    }
  }

  static GraphSpec spec(double deletes) {
    return Faults.graph(FLUSH, DEPTH, deletes, List.of("", "A", "B&C"));
  }

  /** A table that no client has written to. */
  Written made(double deletes) throws Exception {
    return made(spec(deletes));
  }

  private Written made(GraphSpec spec) throws Exception {
    String name = "verify_" + ProcessHandle.current().pid() + "_" + tables++;
    RunDirectory run = RunDirectory.at(directory.resolve(name).toString());
    return new Written(new ScratchTable(connection, name, spec, Map.of(), false), run);
  }

  Written written(double deletes) throws Exception {
    return written(spec(deletes));
  }

  Written written(GraphSpec spec) throws Exception {
    Written made = made(spec);
    made.table.write(made.run, 0, END);
    made.table.write(made.run, 1, END);
    return made;
  }

  PartOutcome verify(Written what, String... settings) throws Exception {
    return verify(what, List.of(what.run), settings);
  }

  PartOutcome verify(Written what, List<RunDirectory> runs, String... settings) throws Exception {
    Map<String, String> values = new HashMap<>();
    values.put("table.name", what.table.name);
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    if (!runs.isEmpty()) {
      return verify(what.run, runs, Optional.empty(), values);
    }
    String apart = what.table.name + "_apart_" + tables++; // the ledgers of a directory count
    try (RunDirectory other = RunDirectory.at(directory.resolve(apart).toString())) {
      return verify(other, runs, Optional.empty(), values);
    }
  }

  PartOutcome verify(
      RunDirectory output,
      List<RunDirectory> runs,
      Optional<PendingVerdict> pending,
      Map<String, String> asked)
      throws Exception {
    Map<String, String> values = new HashMap<>(asked);
    values.putIfAbsent("verify.late.limit", "0");
    values.putIfAbsent("verify.maps", "4");
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    PendingVerdict told =
        pending.isPresent()
            ? pending.get()
            : PendingVerdict.begin(output, Clock.systemUTC(), "the verification");
    try {
      PartEnvironment site =
          new PartEnvironment(
              () -> connection,
              true,
              CallerContext.NOTHING,
              runs,
              new Terminal(stream, stream),
              Clock.systemUTC(),
              1);
      PartOutcome outcome;
      try (Journal journal = new Journal(output.append(output.events("verify")), e -> {})) {
        RunContext part = new RunContext("verify", site, output, journal, Optional.of(told), stop);
        Settings own = Settings.resolve(VerifySettings.ALL, List.of(Layer.of("test", values)));
        outcome = new Verifier(part, own, finding -> {}).verify();
      }
      if (pending.isEmpty()) {
        VerdictFile unused = told.conclude(outcome.toFile());
      }
      return outcome;
    } catch (UsageException e) {
      told.withdraw(); // nothing was begun: what stood before stands again
      throw e;
    }
  }

  static List<Finding> findings(Written what) throws Exception {
    List<Finding> all = new ArrayList<>();
    Findings.read(what.run.fileSystem(), what.run.findings(), all::add);
    return all;
  }

  static List<Node> window(int writer, long window, int size) {
    return Stream.iterate(0, i -> i + 1).limit(size).map(i -> new Node(writer, window, i)).toList();
  }

  static Entry sealed(Entry entry) {
    return NodeCodec.withChecksum(entry);
  }

  static Entry valueOf(Entry entry, int at) {
    return Faults.withByte(entry, at);
  }
}
