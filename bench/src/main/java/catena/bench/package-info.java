/** How fast the parts are that must be fast; docs/performance.md tells how to repeat it. */
package catena.bench;
