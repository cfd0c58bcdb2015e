// SPDX-License-Identifier: Apache-2.0
/**
 * What each writer was promised: one append-only file of short lines per writer.
 *
 * <pre>
 * catena-ledger 1 &lt;instance id&gt; &lt;table id&gt; &lt;graph fingerprint&gt; &lt;writer&gt; &lt;uuid&gt;
 * I &lt;from&gt; &lt;to&gt; &lt;entries&gt; &lt;deletes&gt; &lt;time&gt;   the window will be written now (synced before it is)
 * S &lt;to&gt; &lt;entries&gt; &lt;deletes&gt; &lt;time&gt;          only this much of it was sent, and the rest never will be
 * A &lt;time&gt;                                 it was acknowledged
 * X &lt;time&gt; &lt;reason&gt;                        it was given up and is indeterminate
 * R &lt;time&gt; &lt;torn&gt;                          a new process carries on, after that many torn bytes
 * C &lt;time&gt;                                 closed
 * </pre>
 *
 * <p>Positions are {@code block.step.index}, times milliseconds since 1970. A line ends with a
 * blank and eight hex digits: the CRC-32 of the sum of the line before and of the line's own text,
 * so that a changed, missing, repeated or moved line is recognised. A writer's writes are strictly
 * sequential, so all that a ledger says comes down to two positions: everything before {@code
 * acknowledged} is promised, everything from {@code attempted} on was never sent, and what lies
 * between is indeterminate. A window that is sent again, by the same process or by the one that
 * carries on, is intended again: what was intended twice may turn up late in its first form.
 *
 * <p>A process that dies leaves a prefix of what it wrote: bytes without a line end are torn, which
 * is no damage. The process that carries on adds {@code ~} and its {@code R} to them, and how many
 * they were. Anything else that does not fit is damage, and the ledger promises nothing from there
 * on.
 */
package catena.records.ledger;
