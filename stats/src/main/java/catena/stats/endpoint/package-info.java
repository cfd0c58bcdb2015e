// SPDX-License-Identifier: Apache-2.0
/** What a run that goes on is doing, for Prometheus and whatever else reads OpenMetrics. */
package catena.stats.endpoint;
