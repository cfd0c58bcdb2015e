/**
 * What a run directory tells of a run, read once, whole or cut off at any byte.
 *
 * <p>Null and absence are dealt with here, so that a page can be made of any directory.
 */
package catena.report.history;
