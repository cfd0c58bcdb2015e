/** What a run that goes on is doing, for Prometheus and whatever else reads OpenMetrics. */
package catena.stats.endpoint;
