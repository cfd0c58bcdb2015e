// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.NodeLimits;
import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps the command to the processor that clients have, and records in verdict and report what
 * nodes have to themselves and how often that held them back.
 */
public final class NodeCompanion implements Companion {
  @Override
  public String name() {
    return "nodes";
  }

  @Override
  public Attendance attend(RunContext run, Settings whole) throws IOException {
    Optional<ClusterFiles> files = ClusterFiles.of(run);
    if (files.isEmpty()) {
      return Attendance.NONE;
    }
    ClusterSpec spec = files.get().spec();
    return spec.nodes().equals(NodeLimits.UNLIMITED)
        ? Attendance.NONE
        : new Kept(spec.nodes(), NodeGroups.of(files.get(), spec));
  }

  /** Until the parts are over. */
  static final class Kept implements Attendance {
    private final NodeLimits nodes;
    private final NodeGroups groups;
    private PartOutcome outcome = PartOutcome.NOTHING;

    Kept(NodeLimits nodes, NodeGroups groups) throws IOException {
      this.nodes = nodes;
      this.groups = groups;
      groups.join(ProcessHandle.current().pid());
    }

    @Override
    public PartOutcome outcome() {
      return outcome;
    }

    @Override
    public void close() throws IOException {
      groups.leave(ProcessHandle.current().pid());
      outcome = PartOutcome.remark("nodes: " + nodes + held());
    }

    private String held() {
      try {
        Map<String, Double> shares = groups.heldBack();
        return shares.isEmpty()
            ? ""
            : shares.entrySet().stream()
                .map(
                    each ->
                        String.format(
                            Locale.ROOT, "%s %.0f%%", each.getKey(), 100 * each.getValue()))
                .collect(Collectors.joining(", ", "; held back by it, of its 20 ms: ", ""));
      } catch (IOException e) {
        return "; how often that held them back is not known: " + Reasons.of(e);
      }
    }
  }
}
