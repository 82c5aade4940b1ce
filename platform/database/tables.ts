/**
 * Every table, by the camelCase form of its name. Empty here: who owns a table declares it, beside the table's own type:
 *
 *     declare module "./tables.ts" {
 *       interface Tables {
 *         enquiries: EnquiriesTable;
 *       }
 *     }
 */
export interface Tables {}
