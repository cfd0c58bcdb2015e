// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Span;

/**
 * One phase of a run.
 *
 * @param words the activities, joined by plus signs where several went on together
 * @param ended why it ended; in words, also when the journal does not tell
 */
public record PhaseSpan(String words, Span span, String ended) {}
