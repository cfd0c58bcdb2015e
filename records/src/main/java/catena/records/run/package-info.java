// SPDX-License-Identifier: Apache-2.0
/**
 * The run directory: every file of a run, on any Hadoop file system, and the only place that knows
 * their names.
 *
 * <p>Local files are written through {@code RawLocalFileSystem} and {@link
 * java.nio.channels.FileChannel}, because Hadoop's checksummed local file system, and its raw one
 * after an append, do not really sync.
 */
package catena.records.run;
