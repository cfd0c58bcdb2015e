// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.List;

/** The arguments of an activity that reads runs: their directories. */
public class RunOptions extends CommandOptions {
  @Parameter(description = "[RUN...]: run directories whose ledgers say what the table must hold")
  private List<String> runs = new ArrayList<>();

  /** No runs yet. */
  public RunOptions() {}

  @Override
  public List<String> runs() {
    return List.copyOf(runs);
  }
}
