// SPDX-License-Identifier: Apache-2.0
/**
 * Entries as RFiles, and their import: where files lie until then, how they are cut, and what
 * became of an import that failed. A client imports its own windows ({@link
 * catena.ingest.bulk.RFileLoader}); a MapReduce job writes whole blocks of many writers, for one
 * import ({@link catena.ingest.bulk.GraphLoad}).
 *
 * <p>Below one place of the instance's file system each import has its own directory. The manager
 * moves all files out of it before any goes into the table. So a process that renames the directory
 * knows afterwards whether the manager had, and that it cannot any more.
 */
package catena.ingest.bulk;
