/**
 * How entries were made, listed, read and checked before that was made faster: the peer of the
 * benchmarks, copied once and never changed. It computes the same; nothing but benchmarks uses it.
 */
package catena.bench.former;
