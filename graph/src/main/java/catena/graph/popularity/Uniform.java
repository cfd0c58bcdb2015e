// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

/** Each rank as often as any other. */
final class Uniform extends Ranks {
  Uniform(long size) {
    super(size);
  }

  @Override
  double share(long rank) {
    return (double) rank / size();
  }

  @Override
  double near(double unit) {
    return unit * size();
  }
}
