// SPDX-License-Identifier: Apache-2.0
/**
 * How a person is spoken to: amounts, reasons, and everything that is wrong with a request at once.
 * It knows no other package.
 */
package catena.records.words;
