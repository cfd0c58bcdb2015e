/** The raw files of a run directory, by {@code docs/formats.md} and {@code docs/stats.md}. */
package catena.recompute.raw;
