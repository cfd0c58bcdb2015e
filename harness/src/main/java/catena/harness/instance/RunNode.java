// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/** The place of a run in ZooKeeper, below which its processes agree. */
public final class RunNode {
  private static final String ROOT = "/catena/runs";
  private static final int DIGITS = 8;

  private RunNode() {}

  /**
   * A name for a node that is the same for the same run directory, and another for another.
   *
   * @param run the root of the run directory, as a text
   */
  public static String idOf(String run) {
    String name =
        run.replaceAll("/+$", "").replaceAll(".*/", "").replaceAll("[^A-Za-z0-9._-]", "-");
    String hash = Hashing.sha256().hashString(run, StandardCharsets.UTF_8).toString();
    return name + "-" + hash.substring(0, DIGITS);
  }

  /** The path of the node of an id. */
  public static String path(String id) {
    return ROOT + "/" + id;
  }
}
