/**
 * Where each tablet was hosted, and when: recorded while a run goes on, put together afterwards.
 */
package catena.trace.history;
