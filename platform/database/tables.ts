/**
 * Every table, by its name in camelCase. Empty here: the owner of a table declares it, beside the table's type:
 *
 *     declare module "./tables.ts" {
 *       interface Tables {
 *         enquiries: EnquiriesTable;
 *       }
 *     }
 */
export interface Tables {}
