// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import com.google.common.hash.Hashing;

/**
 * Which run this is; never the scenario itself, which lies in the run directory.
 *
 * @param run the run directory
 * @param sha256 of the file that describes the run, in hexadecimal digits
 * @param version Catena's, which all of its processes have
 * @param workers how many places there are
 * @param replaces whether a successor takes its predecessor's place in a phase that goes on
 */
public record Specification(
    String run, String sha256, String version, int workers, boolean replaces) {
  /** The SHA-256 of a file's bytes, in hexadecimal digits. */
  public static String sha256(byte[] content) {
    return Hashing.sha256().hashBytes(content).toString();
  }
}
