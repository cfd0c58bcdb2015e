/**
 * Recomputes the report of a run from the run's raw files and compares.
 *
 * <p>It shares no code with what it checks: it depends on no other module of Catena, and reads the
 * formats by {@code docs/formats.md}, the samples by {@code docs/stats.md} and the figures' rules
 * by {@code docs/report.md}. {@link catena.recompute.raw} reads, {@link catena.recompute.rule} says
 * what each figure must be, {@link catena.recompute.sheet} compares with what is shown.
 */
package catena.recompute;
