/** What a report says: figures, tables and plots, before they have a form. */
package catena.report.page;
