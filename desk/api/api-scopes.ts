import type { RecordNames } from "../../core/records/record-names.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { recordNames } from "../guard/record-names.ts";

/** A part of the company's data that a token may read, and perhaps change. */
export type ApiArea = {
	/** Such as "enquiries"; a kind of records has its plural. */
	key: string;
	label: string;
	canChange: boolean;
	hint?: string;
};

const hints: Readonly<Record<string, string>> = {
	bookings: "Including the calls in the calendar",
	applications: "Including the interviews in the calendar, but no resumes or scorecards",
};

/** The kinds of records that other programs may see: all but those of the administration, such as requests about data. */
export const apiRecordNames: readonly RecordNames[] = recordNames.filter(({ area }) => area !== "administration");

/** The areas of the API: each kind of records, and what else it returns. */
export const apiAreas: readonly ApiArea[] = [
	...apiRecordNames.map(({ names }): ApiArea => {
		const hint = hints[names];
		return { key: names, label: capitalise(names), canChange: true, ...(hint !== undefined && { hint }) };
	}),
	{
		key: "people",
		label: "Contacts",
		canChange: false,
		hint: "The people behind the records that the token may read",
	},
	{ key: "jobs", label: "Jobs", canChange: false, hint: "Drafts and closed positions too" },
	{ key: "content", label: "Site content", canChange: false, hint: "As it is published" },
];

/** To change includes to read. */
export type ApiRight = "read" | "change";

/** An area and a right, such as "enquiries:read", as tokens and the API's document write it. */
export type ApiScope = `${string}:${ApiRight}`;

/** Tells whether a token with some scopes may use what another scope is for. */
export function coversScope(scopes: readonly string[], wanted: ApiScope): boolean {
	return scopes.includes(wanted) || (wanted.endsWith(":read") && scopes.includes(wanted.replace(/read$/, "change")));
}

/** Writes scopes for people: "Enquiries (read and change), Jobs (read)". Scopes that this release does not know are left out. */
export function describeScopes(scopes: readonly string[]): string {
	return apiAreas
		.filter(({ key }) => coversScope(scopes, `${key}:read`))
		.map(({ key, label }) => `${label} (${scopes.includes(`${key}:change`) ? "read and change" : "read"})`)
		.join(", ");
}
