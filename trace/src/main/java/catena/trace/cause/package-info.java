// SPDX-License-Identifier: Apache-2.0
/** Which fault has probably taken a write, and the evidence for it; pure. */
package catena.trace.cause;
