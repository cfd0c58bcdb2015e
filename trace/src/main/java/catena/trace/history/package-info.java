// SPDX-License-Identifier: Apache-2.0
/** Where each tablet is hosted, looked at again and again and recorded while a run goes on. */
package catena.trace.history;
