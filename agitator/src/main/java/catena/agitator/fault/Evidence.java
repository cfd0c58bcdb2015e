// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

/**
 * What is seen of a fault that was injected, by other means than the injection.
 *
 * @param shows whether it shows that the fault has hit
 * @param text what shows it; as long as nothing does, what speaks against it
 */
public record Evidence(boolean shows, String text) {
  /** What shows that it has hit. */
  public static Evidence of(String text) {
    return new Evidence(true, text);
  }

  /** What speaks against it. */
  public static Evidence against(String text) {
    return new Evidence(false, text);
  }

  /** The same with one more thing that shows it; what speaks against it stays as it is. */
  public Evidence and(String more) {
    return shows ? of(text + ", " + more) : this;
  }
}
