import type { RecordKind } from "../../core/records/record-kind.ts";
import type { SiteOffer, SiteModule } from "../../shared/site-modules.ts";
import { titleOf } from "../words.ts";

/** Sections of the desk under a heading. */
export type SectionGroup = { name: string; sections: { path: string; name: string }[] };

/** `of`: the site modules without which it is empty. */
type Section = { routeId: string; path: string; name: string; of?: SiteModule[] };

const ofCalls: SiteModule[] = ["booking", "careers"];

/**
 * Lists the sections that a person may use, without those of site modules that are off.
 * @param kinds of records, which belong to a site module or to every site
 */
export function listSections(
	kinds: readonly Pick<RecordKind, "names" | "area" | "siteModule">[],
	parts: SiteOffer,
	mayReadRoute: (routeId: string) => boolean,
): SectionGroup[] {
	const recordsOf = (isHiring: boolean) =>
		kinds
			.filter(({ area }) => (area === "hiring") === isHiring)
			.map(({ names, siteModule }): Section => {
				return { routeId: names, path: `/${names}`, name: titleOf(names), ...(siteModule && { of: [siteModule] }) };
			});
	const groups: { name: string; sections: Section[] }[] = [
		{
			name: "Work",
			sections: [
				{ routeId: "routes/today", path: "/", name: "Today" },
				...recordsOf(false),
				{ routeId: "routes/calls", path: "/calls", name: "Calls", of: ofCalls },
				{ routeId: "my-calendar", path: "/my-calendar", name: "My calendar", of: ofCalls },
				{ routeId: "routes/templates", path: "/templates", name: "Templates" },
				{ routeId: "routes/analytics", path: "/numbers", name: "Analytics" },
			],
		},
		{
			name: "Hiring",
			sections: [
				...recordsOf(true),
				{ routeId: "routes/interviews", path: "/interviews", name: "Interviews", of: ["careers"] },
				{ routeId: "routes/jobs", path: "/jobs", name: "Jobs", of: ["careers"] },
				{
					routeId: "routes/self-identification",
					path: "/self-identification",
					name: "Self-identification",
					of: ["careers"],
				},
			],
		},
		{
			name: "Site",
			sections: [
				{ routeId: "routes/studio", path: "/studio", name: "Content" },
				{ routeId: "routes/studio-pictures", path: "/studio/pictures", name: "Pictures" },
			],
		},
		{
			name: "Company",
			sections: [
				{ routeId: "routes/hosts", path: "/hosts", name: "Hosts" },
				{ routeId: "routes/closures", path: "/closures", name: "Holidays & closed days", of: ofCalls },
				{ routeId: "routes/accounts", path: "/accounts", name: "Accounts" },
				{ routeId: "routes/operations", path: "/operations", name: "System status" },
				{ routeId: "routes/mailboxes", path: "/mailboxes", name: "Mailboxes" },
				{ routeId: "routes/emails", path: "/emails", name: "E-mails" },
				{ routeId: "routes/audit-log", path: "/audit-log", name: "Audit log" },
			],
		},
	];
	return groups
		.map(({ name, sections }) => ({
			name,
			sections: sections
				.filter(({ routeId, of }) => mayReadRoute(routeId) && (!of || of.some((part) => parts[part])))
				.map(({ path, name: title }) => ({ path, name: title })),
		}))
		.filter(({ sections }) => sections.length > 0);
}
