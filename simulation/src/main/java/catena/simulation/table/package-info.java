/**
 * The table in memory: tablets, servers, calls on their way, files, and the lies that it can be
 * told to tell.
 */
package catena.simulation.table;
