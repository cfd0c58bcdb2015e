// SPDX-License-Identifier: Apache-2.0
/**
 * Entries as RFiles, and their import: where files lie until then, how they are cut, and what has
 * become of an import that failed.
 *
 * <p>Below one place of the instance's file system each import has a directory of its own. The
 * manager takes the files away from there, all of them before any goes into the table; so whoever
 * renames the directory knows afterwards whether it had, and that it cannot any more.
 */
package catena.ingest.bulk;
