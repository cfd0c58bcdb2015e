/** The files of a cluster's directory: where each lies, and what {@code cluster.json} says. */
package catena.cluster.record;
