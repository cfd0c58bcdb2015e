/** What is concluded: findings with their evidence, and the verdict with its reasons. */
package catena.records.verdict;
