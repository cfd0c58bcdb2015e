/** Faults of the run's table: split, merged, compacted, flushed, taken offline. */
package catena.agitator.fault.table;
