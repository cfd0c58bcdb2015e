// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import catena.graph.GraphSpec;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A graph, and other texts, in the configuration of a job, from where its tasks have them. */
public final class TaskGraph {
  private TaskGraph() {}

  /** Puts a graph's parameters under keys that begin with a prefix. */
  public static void write(Configuration conf, String prefix, GraphSpec spec) {
    spec.toProperties().forEach((key, value) -> set(conf, prefix + key, value));
  }

  /**
   * What {@link #write} put there, all of it: a parameter that a graph leaves out where it says
   * nothing is one that another graph has.
   *
   * @param prefix of no other keys
   * @throws IllegalArgumentException if nothing was put there, or what is no graph
   */
  public static GraphSpec read(Configuration conf, String prefix) {
    return GraphSpec.fromProperties(all(conf, prefix));
  }

  /** All texts that {@link #set} put under keys with a prefix, by what stands behind it. */
  public static Map<String, String> all(Configuration conf, String prefix) {
    Map<String, String> all = new TreeMap<>();
    for (Map.Entry<String, String> each : conf) {
      if (each.getKey().startsWith(prefix)) {
        all.put(each.getKey().substring(prefix.length()), get(conf, each.getKey()));
      }
    }
    return all;
  }

  /** Puts a text, which may be empty; a configuration loses empty values on its way to a task. */
  public static void set(Configuration conf, String key, String value) {
    conf.set(key, "=" + value);
  }

  /**
   * A text that {@link #set} put there, as it was.
   *
   * @throws NullPointerException if nothing was put there
   */
  public static String get(Configuration conf, String key) {
    return conf.getRaw(key).substring(1);
  }
}
