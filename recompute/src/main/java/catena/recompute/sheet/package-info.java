/** What must be shown against what is shown, cell by cell. */
package catena.recompute.sheet;
