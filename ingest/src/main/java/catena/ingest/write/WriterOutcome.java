// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Position;

/**
 * What one writer did in one process.
 *
 * @param entries puts that were acknowledged
 * @param deletes deletes that were acknowledged
 * @param windows flushes that returned
 * @param rejections attempts at a window that were not acknowledged
 * @param position everything before it is acknowledged
 * @param inDoubt whether a window that was begun was neither acknowledged nor taken back
 */
public record WriterOutcome(
    int writer,
    String uuid,
    long entries,
    long deletes,
    long windows,
    long rejections,
    Position position,
    boolean inDoubt) {}
