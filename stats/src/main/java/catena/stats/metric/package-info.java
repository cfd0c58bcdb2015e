/** Which figures there are: name, unit, meaning. */
package catena.stats.metric;
