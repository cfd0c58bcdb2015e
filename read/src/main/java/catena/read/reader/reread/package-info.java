/**
 * Rows that are not as promised and may pass: read again until they do, or until their time is up.
 * What is handed over is accounted for.
 */
package catena.read.reader.reread;
