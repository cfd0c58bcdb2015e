// SPDX-License-Identifier: Apache-2.0
/**
 * A model of the benchmark paper's ingest and verification by stations, and the cells of its tables
 * that it gets right and wrong: {@code bench/model}, docs/measurements/scale.md.
 */
package catena.bench.model;
