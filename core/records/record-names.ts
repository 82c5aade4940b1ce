import type { SiteModule } from "../../shared/site-modules.ts";
import type { Area } from "../accounts/roles.ts";

/** The names of a kind of record, and its area. A feature states them once, for its declaration and for the desk's addresses. */
export type RecordNames = {
	/** Stored with every record, such as "enquiry"; and its plural, in the desk's addresses and in commands. */
	name: string;
	names: string;
	/** Beginning of its references, such as ENQ. */
	prefix: string;
	/** The area of the desk that its records belong to. */
	area: Area;
	/** The site module whose visitors send its records; absent where every site accepts them. */
	siteModule?: SiteModule;
	/** Whether the desk has a board with a column for each stage. */
	hasBoard?: true;
	/** Whether members can enter its records; its declaration then has `enter`. */
	isEntered?: true;
};
