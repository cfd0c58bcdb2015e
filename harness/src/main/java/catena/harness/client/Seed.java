// SPDX-License-Identifier: Apache-2.0
package catena.harness.client;

import catena.graph.function.Mix;
import java.util.SplittableRandom;

/**
 * Where a part of a run draws its random numbers from.
 *
 * <p>Seeds that are derived with other names or numbers have nothing to do with one another, not
 * even those of neighbours; equal ones are the same in every process.
 */
public record Seed(long value) {
  /**
   * The seed of one of several of a kind.
   *
   * @param name of the kind
   */
  public Seed derive(String name, long number) {
    long hash = Mix.mix(value, name.length());
    for (int i = 0; i < name.length(); i++) {
      hash = Mix.mix(hash, name.charAt(i));
    }
    return new Seed(Mix.mix(hash, number));
  }

  /** A new stream of numbers, the same for each call. */
  public SplittableRandom random() {
    return new SplittableRandom(value);
  }
}
