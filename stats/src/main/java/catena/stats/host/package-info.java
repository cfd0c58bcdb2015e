/** Figures of this host and of the processes on it. */
package catena.stats.host;
