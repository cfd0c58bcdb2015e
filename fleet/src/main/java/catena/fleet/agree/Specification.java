// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import com.google.common.hash.Hashing;

/**
 * Identifies a run; does not hold the scenario itself, which is in the run directory.
 *
 * @param run the run directory
 * @param sha256 of the file that describes the run, in hexadecimal digits
 * @param version the version of Catena that all processes of the run have
 * @param workers how many slots there are
 * @param replaces whether a successor takes its predecessor's part in a phase under way
 */
public record Specification(
    String run, String sha256, String version, int workers, boolean replaces) {
  /** The SHA-256 of a file's bytes, in hexadecimal digits. */
  public static String sha256(byte[] content) {
    return Hashing.sha256().hashBytes(content).toString();
  }
}
