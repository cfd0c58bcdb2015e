// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * Where an instance keeps things in ZooKeeper, which no public class names; that of Accumulo 2.1.
 *
 * <p>The paths but {@link #INSTANCES} are below {@link #root}.
 */
public final class ZooKeeperPaths {
  /** By name, the ids of the instances; there since Accumulo's first release. */
  public static final String INSTANCES = "/accumulo/instances";

  /** The goal with which a manager hosts tablets; an orderly stop leaves another one. */
  public static final String NORMAL = "NORMAL";

  static final String MANAGER_LOCK = "/managers/lock";
  static final String GC_LOCK = "/gc/lock";
  static final String MONITOR_LOCK = "/monitor/lock";
  static final String COORDINATOR_LOCK = "/coordinators/lock";

  /** A node for each tserver, named by its address; its lock is below. */
  static final String TSERVERS = "/tservers";

  /** The same for scan servers. */
  static final String SSERVERS = "/sservers";

  /** The same for compactors, one level deeper: by queue. */
  static final String COMPACTORS = "/compactors";

  /** Where the monitor's pages are. */
  static final String MONITOR_ADDRESS = "/monitor/http_addr";

  /** The columns of the root tablet, as JSON. */
  static final String ROOT_TABLET = "/root_tablet";

  /** The write-ahead logs, by tserver. */
  static final String LOGS = "/wals";

  /** What the manager is to bring the instance to: {@link #NORMAL}, or something less. */
  static final String GOAL_STATE = "/managers/goal_state";

  /** Operations on tables. */
  static final String FATE = "/fate";

  /** Directories from which files are being imported, named in Base64. */
  static final String RESERVATIONS = "/hdfs_reservations";

  /** Logs that are queued for sorting or being sorted. */
  static final String RECOVERY = "/recovery";

  private static final int DIGITS = 8;

  private ZooKeeperPaths() {}

  /**
   * A name for a node that is the same for the same run directory, and another for another.
   *
   * @param run the root of the run directory, as a text
   */
  public static String idOfRun(String run) {
    String name =
        run.replaceAll("/+$", "").replaceAll(".*/", "").replaceAll("[^A-Za-z0-9._-]", "-");
    String hash = Hashing.sha256().hashString(run, StandardCharsets.UTF_8).toString();
    return name + "-" + hash.substring(0, DIGITS);
  }

  /**
   * The node of a run, below which its processes agree.
   *
   * @param id {@link #idOfRun}
   */
  public static String ofRun(String id) {
    return "/catena/runs/" + id;
  }

  /** What an instance keeps is below this. */
  static String root(String instanceId) {
    return "/accumulo/" + instanceId;
  }
}
