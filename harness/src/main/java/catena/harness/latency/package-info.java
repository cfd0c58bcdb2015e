/**
 * How long things took, kept whole as histograms, measured from when they should have begun.
 *
 * <p>A client that sends at a target rate and falls behind would, if it measured from when it
 * really sent, leave out exactly the waiting that a user would have seen (coordinated omission). So
 * each operation has an intended start, which a {@link catena.harness.latency.Pacer} computes, and
 * is recorded twice: from the intended start, and from the real one (tag {@code
 * <operation>.service}).
 */
package catena.harness.latency;
