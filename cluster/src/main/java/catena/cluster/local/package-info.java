/** A cluster of processes on this machine, from its layout to its end. */
package catena.cluster.local;
