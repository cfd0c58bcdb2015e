// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code bench/mutation} needs beside PIT: it draws a sample of all the mutants that PIT would
 * make, and counts what became of them. docs/mutation.md tells how to read it.
 */
package catena.bench.mutation;
