// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import org.HdrHistogram.Histogram;

/**
 * The figures of one activity in a step, in the measured time.
 *
 * @param asked operations per second, of all its clients
 * @param done those that were answered
 * @param latencies from the intended start, nanoseconds; what was not answered counts with its age
 * @param service from the real start, of what was answered
 * @param lateSeconds how late behind its schedule an operation began at most
 * @param busiest the largest share of its time that a client's own thread used a processor
 * @param waiting which share of their time clients waited for servers, as far as that is measured:
 *     of writers, for acknowledgements
 */
record WorkFigures(
    RatedActivity kind,
    int clients,
    double asked,
    double done,
    Histogram latencies,
    Histogram service,
    double lateSeconds,
    double busiest,
    double waiting) {

  private static final double NANOS = 1e9;

  /** A percentile of the latencies, seconds; 0 if there were none. */
  double latency(double percentile) {
    return latencies.getTotalCount() == 0 ? 0 : latencies.getValueAtPercentile(percentile) / NANOS;
  }

  /** How long an answer took on average, stalls included, seconds; 0 if there was none. */
  double serviceMean() {
    return service.getTotalCount() == 0 ? 0 : service.getMean() / NANOS;
  }
}
