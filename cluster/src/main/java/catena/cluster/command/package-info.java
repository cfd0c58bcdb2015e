/** {@code catena cluster}. */
package catena.cluster.command;
