// SPDX-License-Identifier: Apache-2.0
/**
 * A Java agent for Accumulo's servers: it makes them fail in named ways, where and as often as a
 * control file says, and writes down each time that it did.
 *
 * <p>Two kinds of things are done. A <em>mutant</em> is a defect of the server, such as a mutation
 * that is acknowledged and not written; a tester of Accumulo must find it. A <em>fault</em> is
 * something that happens to a server from outside, such as a log that cannot be synced; a server
 * must survive it. Neither is done unless the control file asks for it, and nothing is done to
 * Accumulo's own tables by a mutant.
 *
 * <p>{@link catena.instrument.Point} lists the methods of Accumulo that are changed. Each is named
 * by its class, its name, and a hash of its byte code: where a server has another method there, it
 * is left alone and the log says so.
 *
 * <p>The agent's only argument is a directory. In it each server, which the environment variable
 * {@code CATENA_SERVER} names, reads {@code NAME.control} ten times a second and appends to {@code
 * NAME.log}; {@link catena.instrument.Strikes} has both formats. Nothing else of Catena is used
 * here, so that what plants a defect shares no code with what is to find it.
 */
package catena.instrument;
