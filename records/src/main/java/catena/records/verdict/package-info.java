// SPDX-License-Identifier: Apache-2.0
/** What is concluded: findings with their evidence, and the verdict with its reasons. */
package catena.records.verdict;
