// SPDX-License-Identifier: Apache-2.0
/**
 * Defects planted into Accumulo's own servers, and what is found of them: {@code bench/run
 * server-mutants}. {@link catena.bench.defects.Mutant} lists them with the load that reaches each,
 * {@link catena.bench.defects.StrikeBook} says by graph and ledger which strikes must show, and
 * {@link catena.bench.defects.ServerMutants} runs them one after the other.
 */
package catena.bench.defects;
