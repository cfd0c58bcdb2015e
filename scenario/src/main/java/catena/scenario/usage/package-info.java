// SPDX-License-Identifier: Apache-2.0
/**
 * The command line as people meet it: which words it is made of, what is meant by those that are
 * misspelt, help, the version and shell completion. All of it is made from the commands themselves.
 */
package catena.scenario.usage;
