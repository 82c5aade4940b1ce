import type { RecordKind } from "../../core/records/record-kind.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { SiteOffer } from "../../shared/site-modules.ts";
import { declareSettings, ofCalls, ofCareers, ownSettings, type Declared } from "./settings.ts";

/** The areas of the navigation, each with an icon (area-icon.tsx). */
export type AreaKey = "inbox" | "calendar" | "hiring" | "contacts" | "site" | "analytics" | "settings";

/** A page of the navigation. */
export type Section = {
	path: string;
	name: string;
	/** Its records that wait for the team. */
	waiting?: number | undefined;
	/** Paths of the pages that it leads to and that have no section of their own. */
	leadsTo?: string[];
};

/** Its first section is where its own link leads. */
export type NavigationArea = { key: AreaKey; name: string; sections: Section[] };

/** A setting or a page of settings, as /settings lists it. */
export type Setting = {
	path: string;
	name: string;
	/** Its purpose, in a few words. */
	about: string;
	/** Other words that people look for it by. */
	synonyms: string;
};

type SettingGroup = { name: string; settings: Setting[] };

type Kind = Pick<RecordKind, "name" | "names" | "area" | "siteModule"> & { hasBoard?: boolean };

/** Conditions of the lists: the member's rights and the company's site modules. */
export type Offered = {
	/** Kinds of records, which belong to a site module or to every site. */
	kinds: readonly Kind[];
	parts: SiteOffer;
	mayReadRoute: (routeId: string) => boolean;
};

/** Lists the areas that a member may use, each with its sections, without those of site modules that are off. */
export function listAreas({ kinds, ...offered }: Offered): NavigationArea[] {
	const recordsOf = (isHiring: boolean) => kinds.filter(({ area }) => (area === "hiring") === isHiring);
	const listOf = ({ names, siteModule }: Kind): Declared => ({
		routeId: names,
		path: `/${names}`,
		name: capitalise(names),
		...(siteModule && { of: [siteModule] }),
	});
	const boardOf = ({ names, siteModule }: Kind): Declared => ({
		routeId: `${names}.board`,
		path: `/${names}/board`,
		name: "Board",
		...(siteModule && { of: [siteModule] }),
	});
	const hiring = recordsOf(true);
	const { mayReadRoute } = offered;
	const today: Declared = { routeId: "routes/today", path: "/", name: "Today" };
	const ownInterviews: Declared = {
		routeId: "routes/my-interviews",
		path: "/my-interviews",
		name: "My interviews",
		of: ofCareers,
	};
	const areas: { key: AreaKey; name: string; sections: Declared[] }[] = [
		{
			key: "inbox",
			name: "Inbox",
			// Today and the analytics have the same subjects.
			sections: [...(mayReadRoute("routes/analytics") ? [today] : []), ...recordsOf(false).map(listOf)],
		},
		{
			key: "calendar",
			name: "Calendar",
			sections: [
				{ routeId: "routes/calls", path: "/calls", name: "Calls", of: ofCalls },
				{ routeId: "my-calendar", path: "/my-calendar", name: "My calendar", of: ofCalls },
			],
		},
		{
			key: "hiring",
			name: "Hiring",
			sections: [
				...hiring.map(listOf),
				...hiring.filter(({ hasBoard }) => hasBoard).map(boardOf),
				{ routeId: "routes/jobs", path: "/jobs", name: "Jobs", of: ofCareers },
				{ routeId: "routes/interviews", path: "/interviews", name: "Interviews", of: ofCareers },
				// Among all interviews are one's own.
				...(mayReadRoute("routes/interviews") ? [] : [ownInterviews]),
			],
		},
		{
			key: "contacts",
			name: "Contacts",
			sections: [{ routeId: "routes/contacts", path: "/contacts", name: "Contacts" }],
		},
		{
			key: "site",
			name: "Site",
			sections: [
				{ routeId: "routes/studio", path: "/studio", name: "Content" },
				{ routeId: "routes/studio-pictures", path: "/studio/pictures", name: "Pictures" },
				{ routeId: "routes/newsletter", path: "/newsletter", name: "Newsletter", of: ["newsletter"] },
			],
		},
		{
			key: "analytics",
			name: "Analytics",
			sections: [{ routeId: "routes/analytics", path: "/numbers", name: "Analytics" }],
		},
		{
			key: "settings",
			name: "Settings",
			sections: [{ routeId: "routes/settings", path: "/settings", name: "Settings" }],
		},
	];
	return areas
		.map(({ key, name, sections }) => ({
			key,
			name,
			sections: sections
				.filter((section) => isOffered(section, offered))
				.map(({ path, name: title }): Section => ({
					path,
					name: title,
					...(key === "settings" && { leadsTo: listPagesOfSettings({ kinds, ...offered }) }),
					...(key === "contacts" && { leadsTo: ["/people"] }),
				})),
		}))
		.filter(({ sections }) => sections.length > 0);
}

/** Pages that settings lead to from one of their own. */
const furtherPages = ["/messages", "/api-reference"];

/** Lists the pages that only the settings lead to: not those of the member's own account, which the frame has, nor of the studio. */
function listPagesOfSettings(offered: Offered): string[] {
	const paths = listSettings(offered)
		.filter(({ name }) => name !== ownSettings)
		.flatMap(({ settings }) => settings.map(({ path }) => path));
	return [...paths.filter((path) => !path.startsWith("/studio/")), ...furtherPages];
}

/** Lists every setting that a member may use, by group. */
export function listSettings({ kinds, ...offered }: Offered): SettingGroup[] {
	return declareSettings(kinds)
		.map(({ name, settings }) => ({
			name,
			settings: settings
				.filter((setting) => isOffered(setting, offered))
				.map(({ path, name: title, about, synonyms = "" }) => ({ path, name: title, about, synonyms })),
		}))
		.filter(({ settings }) => settings.length > 0);
}

function isOffered({ routeId, of }: Declared, { mayReadRoute, parts }: Omit<Offered, "kinds">): boolean {
	return mayReadRoute(routeId) && (!of || of.some((part) => parts[part]));
}
