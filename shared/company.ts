import { z } from "zod";
import { findAccentFault } from "./accent.ts";

/** The facts about the company, which the content states once and every floor may use: the shape of content/company.yml. */

/** Text on one line, or on several where the page makes them one paragraph. */
export const line = z.string().trim().min(1);
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");
export const isoDate = z.iso.date();

const socialNetworks = ["linkedin", "x", "whatsapp", "instagram"] as const;
export const socialLink = z.strictObject({ network: z.enum(socialNetworks), label: line, url: z.url() });

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** ISO 3166-1 alpha-2. */
export const countryCode = z
	.string()
	.refine(
		(text) => /^[A-Z]{2}$/.test(text) && regionNames.of(text) !== undefined,
		"must be a country's code of two capitals (ISO 3166-1), such as AE",
	);

const timeZone = z
	.string()
	.refine(
		(text) => /^[A-Za-z]/.test(text) && isAccepted(() => new Intl.DateTimeFormat("en", { timeZone: text })),
		"must be a time zone of the IANA database, such as Europe/Berlin",
	);

const locale = z
	.string()
	.refine(
		(text) => isAccepted(() => Intl.getCanonicalLocales(text)) && Intl.getCanonicalLocales(text)[0] === text,
		"must be a language tag (BCP 47), such as en-GB",
	);

const currency = z
	.string()
	.refine(
		(text) => Intl.supportedValuesOf("currency").includes(text),
		"must be a currency's code of three capitals (ISO 4217), such as EUR",
	);

function isAccepted(attempt: () => unknown): boolean {
	try {
		attempt();
		return true;
	} catch {
		return false;
	}
}

/** The longest that a call may be; what is stored tells by it how far back a call may have begun that is not over. */
export const maxCallMinutes = 480;
const minutesPerDay = 1_440;

const demoSchema = z
	.strictObject({
		/** How long a call is. One starts every so many minutes from opening, and the last ends by closing. */
		callMinutes: z.number().int().min(5).max(maxCallMinutes),
		/** A call is booked at least this long before it starts. */
		noticeMinutes: z
			.number()
			.int()
			.min(0)
			.max(14 * minutesPerDay),
		/** How many days can be chosen from, today and those that follow. */
		windowDays: z.number().int().min(1).max(366),
		/** Calls that we take at once. */
		callsPerSlot: z.number().int().min(1).max(100).default(1),
		/** Days without calls, such as holidays. */
		closures: z.array(z.strictObject({ date: isoDate, reason: line })).default([]),
		/** Days that staff may want to close, to choose from. */
		publicHolidays: z.array(z.strictObject({ date: isoDate, reason: line })).optional(),
		/** What a call can be about; the first is the default. */
		domains: z
			.tuple([line.max(100)], line.max(100))
			.refine((domains) => new Set(domains).size === domains.length, "must not name one twice"),
	})
	.refine(({ noticeMinutes, windowDays }) => noticeMinutes < windowDays * minutesPerDay, {
		path: ["noticeMinutes"],
		message: "must be shorter than the days that can be chosen from",
	});

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a 24-hour time such as 10:00");
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
/** A colour that an ink label can be read on. */
const accentColour = z
	// Without quotes, YAML takes it for a comment.
	.string('must be a colour in quotes, such as "#1A2B3C"')
	.regex(/^#[\dA-Fa-f]{6}$/, { error: 'must be a colour in quotes, such as "#1A2B3C"', abort: true })
	.superRefine((colour, context) => {
		const fault = findAccentFault(colour);
		if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
	});

const companyFacts = z.strictObject({
	name: line,
	legalName: line,
	description: line,
	/** Where the company is registered. */
	country: countryCode,
	/** The zone that the company lives by, wherever its machine and its visitors are. */
	timeZone,
	/** What the zone is called: stands before " time", and alone in brackets behind a time. */
	timeZoneLabel: line,
	/** How numbers, dates and lists are written, and the language that pages and e-mails say they are in. Their texts are English. */
	locale,
	currency,
	/** Of buttons, links, icons, emails and drawings, each in the shade that `deriveAccent` finds for it. */
	accentColour,
	founded: z.number().int(),
	email: z.email(),
	salesEmail: z.email(),
	careersEmail: z.email(),
	phone: z.strictObject({
		display: line,
		e164: z.string().regex(/^\+\d{8,15}$/, "must be in E.164 form, such as +911140000000"),
	}),
	offices: z
		.array(
			z.strictObject({
				/** Also the anchor of the office on the contact page. */
				id: slug,
				city: line,
				/** The city's name on the careers pages, which may spell it in another way. */
				careersCity: line,
				street: line,
				locality: line,
				/** Left out where the locality says it, as does Berlin. */
				region: line.optional(),
				/** Left out where there are none, as in the United Arab Emirates. */
				postalCode: line.optional(),
				country: countryCode,
				headquarters: z.boolean().default(false),
				/** How many work there. */
				people: z.int().positive(),
				/** What the careers page says of it. */
				careersNote: line,
			}),
		)
		.min(1),
	hours: z.strictObject({ days: z.array(z.enum(weekdays)).min(1), opens: timeOfDay, closes: timeOfDay, text: line }),
	replyWithinBusinessHours: z.number().int().positive(),
	statistics: z.strictObject({
		projectsMade: z.number().int(),
		clientsServed: z.string().regex(/^\d+\+$/),
		averageRating: z.string().regex(/^\d\.\d$/),
	}),
	socials: z.array(socialLink).min(1),
	copyrightYear: z.number().int(),
	jurisdictionCity: line,
	privacyContact: z.strictObject({ name: line, email: z.email() }),
	demo: demoSchema,
});

/** The shape of content/company.yml. */
export const companySchema = companyFacts.refine(
	({ hours, demo }) => minutesOf(hours.opens) + demo.callMinutes <= minutesOf(hours.closes),
	{ path: ["demo", "callMinutes"], message: "no call of this length fits between opening and closing" },
);

function minutesOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

export type Company = z.infer<typeof companySchema>;
export type Office = Company["offices"][number];
/** What it takes to write when something is. */
export type CompanyTime = Pick<Company, "timeZone" | "timeZoneLabel" | "locale">;
