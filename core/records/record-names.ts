import type { SitePart } from "../../shared/site-parts.ts";
import type { Area } from "../accounts/roles.ts";

/** How a kind of record is called, and who works with it. A feature states it once, for its declaration and for the desk's addresses. */
export type RecordNames = {
	/** Stored with every record, such as "enquiry"; and for several, as in addresses of the desk and in commands. */
	name: string;
	names: string;
	/** What its references begin with, such as ENQ. */
	prefix: string;
	/** The area of the desk that somebody needs the right to, to work with its records. */
	area: Area;
	/** The site module whose visitors send its records; left out where every site takes them. */
	siteModule?: SitePart;
	/** Whether the desk shows them on a board, a column for each stage. */
	hasBoard?: true;
};
