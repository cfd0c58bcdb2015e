package catena.trace.record;

/**
 * A server that was seen to be gone although no fault was aimed at it.
 *
 * @param at when that was noticed, wall clock in milliseconds since 1970
 */
public record UnplannedLoss(long at, Target server) {}
