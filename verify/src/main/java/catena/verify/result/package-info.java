// SPDX-License-Identifier: Apache-2.0
/** What passes found and counted, and what a verification concludes. */
package catena.verify.result;
