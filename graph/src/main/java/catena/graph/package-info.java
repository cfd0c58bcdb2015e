/** The graph as a pure function: no I/O, no threads, no clock. */
package catena.graph;
