// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the clients of a part are called in journals and latency logs: by the part's name and what
 * distinguishes them from one another.
 *
 * <p>The second part that ingests is {@code ingest-2}, its writer 3 {@code ingest-2-w3}; the first
 * reader of {@code walk} is {@code walk-0}.
 */
public final class ClientName {
  private static final Pattern LATER = Pattern.compile("(?<=.)-\\d{1,9}$");
  private static final Pattern MEMBER = Pattern.compile("(?<=.)-[a-z]?\\d+$");
  private static final Pattern WORKER = Pattern.compile("(?<=.)(\\.w\\d+(\\.\\d+)?)?(~\\d+)?$");

  /** What is before the number of a further log of the same part; no part has it in its name. */
  public static final String AGAIN = "~";

  private ClientName() {}

  /**
   * The name of a part.
   *
   * @param nth of its kind in the run, from 1
   */
  public static String part(String activity, int nth) {
    return nth == 1 ? activity : activity + "-" + nth;
  }

  /** Which of its kind a part is, from 1: the inverse of {@link #part}. */
  public static int nth(String part) {
    Matcher later = LATER.matcher(part);
    return later.find() ? Integer.parseInt(later.group().substring(1)) : 1;
  }

  /** The name of a writer of a part. */
  public static String writer(String part, int number) {
    return part + "-w" + number;
  }

  /** The name of a worker of a fleet, and of its journal: {@code worker-3-1}. */
  public static String worker(int slot, int attempt) {
    return "worker-" + slot + "-" + attempt;
  }

  /**
   * The name that a part has in a worker of a fleet, which distinguishes its clients from those of
   * others: {@code walk.w3}, and {@code walk.w3.2} in the second process of that worker.
   */
  public static String ofWorker(String part, int slot, int attempt) {
    return part + ".w" + slot + (attempt == 1 ? "" : "." + attempt);
  }

  /** The name of a reader of a part. */
  public static String reader(String part, int number) {
    return part + "-" + number;
  }

  /**
   * The activity of a part: its name, but for the number of the second part of a kind and later.
   */
  public static String activity(String part) {
    return LATER.matcher(part).replaceFirst("");
  }

  /**
   * The group of a client: the part that it belongs to, in whichever process. A name that no part
   * gave is its own group.
   */
  public static String group(String client) {
    return WORKER.matcher(inProcess(client)).replaceFirst("");
  }

  /**
   * The part whose latencies a log has, which is named by {@link #inProcess}, in whichever process.
   */
  public static String ofLog(String log) {
    return WORKER.matcher(log).replaceFirst("");
  }

  /** The part that a client belongs to as its process calls it, so that no two processes agree. */
  public static String inProcess(String client) {
    return MEMBER.matcher(client).replaceFirst("");
  }
}
