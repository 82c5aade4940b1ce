import type { AskedForm } from "./questions.ts";

/**
 * The types of calls that visitors can book. The demo call is the first one; its settings are in company.yml, those of the others in
 * content/call-types.
 */

/**
 * Who of the hosts takes a call. least-busy: the free one with the fewest calls in its week; round-robin: the free one with the fewest
 * upcoming calls, and of several, the one whose last call was assigned longest ago; collective: all of them.
 */
export const assignments = ["least-busy", "round-robin", "collective"] as const;
export type Assignment = (typeof assignments)[number];

/** The booking form of a type, besides the visitor's details. */
export type CallForm = AskedForm & {
	/** How many guests a visitor may name; 0 for none. */
	mostGuests: number;
};

/** A type of call, without the texts of its page. */
export type CallType = CallForm & {
	/** Last part of its address; stored with its calls. */
	slug: string;
	title: string;
	callMinutes: number;
	/** From one possible start to the next. */
	stepMinutes: number;
	noticeMinutes: number;
	windowDays: number;
	/** Minutes that hosts keep free before and after a call. */
	bufferBeforeMinutes: number;
	bufferAfterMinutes: number;
	/** The most calls of this type on a day in the company's zone. */
	callsPerDay?: number | undefined;
	/** The most calls, of any type, that a host has on a day on which they take a call of this type. */
	callsPerHostPerDay?: number | undefined;
	/** E-mail addresses of the hosts who take them; empty for every host of calls. */
	hosts: readonly string[];
	assignment: Assignment;
	/** The hosts to whom calls about a topic go first, by their e-mail addresses. */
	topicHosts: readonly { topic: string; hosts: readonly string[] }[];
	/** Where they take place; empty for a video call. */
	place: string;
	/** Topics, the default first. */
	domains: readonly [string, ...string[]];
};

/** The call type that pages need to show and book its calls. */
export type OfferedCall = Pick<
	CallType,
	"slug" | "title" | "callMinutes" | "place" | "domains" | "questions" | "mostGuests"
>;

type CompanyOfCalls = {
	demo: Pick<CallType, "callMinutes" | "noticeMinutes" | "windowDays" | "domains">;
	callTypes?: readonly CallType[] | undefined;
	demoForm?: CallForm | undefined;
};

/** The slug of the demo call, which has addresses of its own. */
export const demoSlug = "demo";

/** Returns the first type of call. */
export function demoTypeOf({ demo, demoForm }: Pick<CompanyOfCalls, "demo" | "demoForm">): CallType {
	const { callMinutes, noticeMinutes, windowDays, domains } = demo;
	return {
		slug: demoSlug,
		title: "Demo call",
		callMinutes,
		stepMinutes: callMinutes,
		noticeMinutes,
		windowDays,
		bufferBeforeMinutes: 0,
		bufferAfterMinutes: 0,
		hosts: [],
		assignment: "least-busy",
		topicHosts: [],
		place: "",
		domains,
		questions: demoForm?.questions ?? [],
		owners: demoForm?.owners ?? [],
		mostGuests: demoForm?.mostGuests ?? 0,
	};
}

/** Lists the types of calls, the demo call first. */
export function listCallTypes(company: CompanyOfCalls): CallType[] {
	return [demoTypeOf(company), ...(company.callTypes ?? [])];
}

/** Finds a type of call; undefined when the company does not offer it. */
export function findCallType(company: CompanyOfCalls, slug: string): CallType | undefined {
	return listCallTypes(company).find((callType) => callType.slug === slug);
}

/** Returns the address of a type's page; its API has the paths below. */
export function pathOfCalls(slug: string): string {
	return slug === demoSlug ? "/demo" : `/calls/${slug}`;
}

/** Returns the address of the page whose steps are rendered by the server, for browsers without scripts. */
export function plainPathOfCalls(slug: string): string {
	return `${pathOfCalls(slug)}/by-form`;
}

/** Returns the address of the page for visitors who find no time. */
export function pathOfPreferredTimes(slug: string): string {
	return `${pathOfCalls(slug)}/other-times`;
}

/** Returns what pages need of a type. */
export function toOfferedCall({
	slug,
	title,
	callMinutes,
	place,
	domains,
	questions,
	mostGuests,
}: CallType): OfferedCall {
	return { slug, title, callMinutes, place, domains, questions, mostGuests };
}

/** Writes a call's title within a sentence: "demo call", "architecture review", "ERP workshop". */
export function writeTitleInSentence(title: string): string {
	return /^\p{Lu}(?!\p{Lu})/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
