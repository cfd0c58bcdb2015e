// SPDX-License-Identifier: Apache-2.0
/**
 * YCSB's own client beside the {@code ycsb} activity: the same mix on the same cluster, by turns.
 *
 * <p>The binding for Accumulo that YCSB has is for the client of Accumulo 1.x, which does not talk
 * to 2.1. So the peer is YCSB's client with its workload, generators, threads and measurements, and
 * a binding of ours that asks Accumulo for the same as theirs does.
 */
package catena.bench.ycsb;
