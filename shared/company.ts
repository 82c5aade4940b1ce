import { z } from "zod";
import { findAccentFault } from "./accent.ts";
import type { CallForm, CallType } from "./call-type.ts";
import { emailAddressPattern } from "./email-address.ts";
import type { EnquiryForm } from "./enquiry-form.ts";
import type { ChoiceSource } from "./form-hints.ts";
import type { Notices } from "./notices.ts";
import { findOverlap, hoursOn, type OpeningHours } from "./opening-hours.ts";
import { isTimeZone } from "./time-zone.ts";
import { weekdays } from "./weekdays.ts";

declare module "zod" {
	/** How a form presents a field, besides its title and description. */
	interface GlobalMeta {
		/** The control for a text that is not a plain line. */
		control?: "long-text" | "markdown" | "colour";
		/** The list that the text is chosen from. */
		chosenFrom?: ChoiceSource;
		/** The label of the checkbox of an optional group, where "Show on site" would be wrong. */
		offer?: string;
		/** The object names a picture. */
		isPicture?: true;
		/** The highest level of headings that Markdown may have; 2 unless it says otherwise. */
		firstHeading?: 3;
		/** The colour of text written on it. */
		readOnIt?: "ink" | "white";
	}
}

/** Characters that pages, feeds and e-mails cannot carry: control characters, lone surrogates, and direction marks. */
const notInContent = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff\u202a-\u202e\u2066-\u2069]/u;
export const withoutControls = "must not contain control characters or text-direction marks";

/** Tells whether pages, feeds and e-mails can carry a text. */
export function isPlainText(text: string): boolean {
	return !notInContent.test(text);
}

/** A required text of limited length. */
function limitedText(mostCharacters: number) {
	return z
		.string()
		.trim()
		.min(1)
		.refine(isPlainText, withoutControls)
		.refine((written) => written.length <= mostCharacters, {
			error: ({ input }) => `has ${String(input).length} characters; the limit is ${mostCharacters}`,
		});
}

/** One line, or several that the page joins into one paragraph. */
export const line = limitedText(300);
/** A sentence or more. */
export const paragraph = limitedText(3_000).meta({ control: "long-text" });
/** A whole text, such as a section of Markdown. */
export const longText = limitedText(100_000);
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lowercase words joined by hyphens");
export const isoDate = z.iso.date();

/** A URL to link to, in the form that browsers give it. */
export const webAddress = z
	.url({ protocol: /^https?$/, error: "must be a URL that starts with https://" })
	.refine((address) => {
		const url = URL.parse(address);
		return url !== null && url.username === "" && url.password === "" && !/[\s\\]|[^\P{Cc}]/u.test(address);
	}, "must be a URL without a username, a password, spaces or backslashes")
	.refine((address) => address.length <= 500, "must have at most 500 characters");

const socialNetworks = ["linkedin", "x", "whatsapp", "instagram"] as const;
export const socialLink = z
	.strictObject({
		network: z.enum(socialNetworks).meta({ title: "Network" }),
		label: line.meta({ title: "Name", description: "Read aloud by screen readers." }),
		url: webAddress.meta({ title: "Address" }),
	})
	.meta({ title: "Profile" });

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** ISO 3166-1 alpha-2. */
export const countryCode = z
	.string()
	.refine(
		(text) => /^[A-Z]{2}$/.test(text) && regionNames.of(text) !== undefined,
		"must be a two-character country code (ISO 3166-1), such as AE",
	)
	.meta({ title: "Country", chosenFrom: "countries" });

const timeZone = z
	.string()
	.refine((text) => /^[A-Za-z]/.test(text) && isTimeZone(text), "must be an IANA time zone, such as Europe/Berlin")
	.meta({ title: "Time zone", description: "Used for business hours, calls and the desk.", chosenFrom: "time-zones" });

const locale = z
	.string()
	.refine(
		(text) => isAccepted(() => Intl.getCanonicalLocales(text)) && Intl.getCanonicalLocales(text)[0] === text,
		"must be a language tag (BCP 47), such as en-GB",
	)
	.meta({
		title: "Language tag",
		description: "Sets how numbers, dates and lists are written.",
		chosenFrom: "languages",
	});

export const currency = z
	.string()
	.refine(
		(text) => Intl.supportedValuesOf("currency").includes(text),
		"must be a three-character currency code (ISO 4217), such as EUR",
	)
	.meta({ title: "Currency", chosenFrom: "currencies" });

function isAccepted(attempt: () => unknown): boolean {
	try {
		attempt();
		return true;
	} catch {
		return false;
	}
}

/** The longest call. Queries look back this far for calls that may still be running. */
export const maxCallMinutes = 480;
/** The longest time that a call keeps free before or after it, for the same queries. */
export const maxBufferMinutes = 240;
const minutesPerDay = 1_440;

const dayOff = z
	.strictObject({ date: isoDate.meta({ title: "Day" }), reason: line.meta({ title: "Reason" }) })
	.meta({ title: "Day" });

/** How far ahead calls are booked, for each type of call. */
export const bookingWindowFields = {
	noticeMinutes: z
		.number()
		.int()
		.min(0)
		.max(14 * minutesPerDay)
		.meta({ title: "Notice", description: "In minutes. How far ahead a call must be booked." }),
	windowDays: z.number().int().min(1).max(366).meta({ title: "Bookable days", description: "Counted from today." }),
};

/** Tells whether the notice ends within the bookable days. */
export function hasBookableTime({ noticeMinutes, windowDays }: { noticeMinutes: number; windowDays: number }): boolean {
	return noticeMinutes < windowDays * minutesPerDay;
}

/** Why the notice is refused where hasBookableTime is false. */
export const noBookableTime = { path: ["noticeMinutes"], message: "must be shorter than the bookable days" };

const demoSchema = z
	.strictObject({
		callMinutes: z.number().int().min(5).max(maxCallMinutes).meta({
			title: "Call length",
			description: "In minutes. Slots follow one another from opening to closing.",
		}),
		...bookingWindowFields,
		callsPerSlot: z.number().int().min(1).max(100).default(1).meta({ title: "Parallel calls" }),
		closures: z.array(dayOff).default([]).meta({ title: "Days without calls", description: "For example, holidays." }),
		publicHolidays: z
			.array(dayOff)
			.optional()
			.meta({ title: "Public holidays", description: "Suggested as closed days." }),
		domains: z
			.tuple([line.max(100).meta({ title: "Subject" })], line.max(100).meta({ title: "Subject" }))
			.refine((domains) => new Set(domains).size === domains.length, "must not contain duplicates")
			.meta({ title: "Call topics", description: "The first is the default." }),
	})
	.refine(hasBookableTime, noBookableTime)
	.meta({ title: "Demo calls" });

/** Site modules that can be off. Their pages, menus, API routes and places in the desk go with them. */
const partsSchema = z
	.strictObject({
		booking: z.boolean().default(true).meta({ title: "Demo calls", description: "Visitors book calls online." }),
		careers: z
			.boolean()
			.default(true)
			.meta({ title: "Careers", description: "Positions, applications and job alerts." }),
		blog: z.boolean().default(true).meta({ title: "Blog", description: "Articles, authors and the feed." }),
		portfolio: z.boolean().default(true).meta({ title: "Portfolio", description: "Projects and their case studies." }),
		newsletter: z
			.boolean()
			.default(false)
			.meta({ title: "Newsletter", description: "Visitors get new articles by e-mail." }),
	})
	.meta({
		title: "Site modules",
		description: "All but the newsletter are on unless you choose. Turning one off removes its pages and menu entries.",
		offer: "Choose modules",
	});

/** Figures that the site shows only where the company wants them. */
const publicReplyTimesSchema = z
	.strictObject({
		enquiries: z.boolean().default(false).meta({
			title: "Enquiries",
			description: "On the contact page: how soon enquiries had a reply.",
		}),
		applications: z.boolean().default(false).meta({
			title: "Applications",
			description: "On the pages of positions: how soon applicants heard back.",
		}),
	})
	.meta({
		title: "Reply times on the site",
		description: "Measured over the last 90 days, bad weeks included. Analytics show what visitors read.",
	});

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a 24-hour time such as 10:00");
const closingTime = z.string().regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a 24-hour time such as 18:00");
const openingTimes = {
	opens: timeOfDay.meta({ title: "Opens", description: "A 24-hour time such as 10:00." }),
	closes: closingTime.meta({
		title: "Closes",
		description:
			"A 24-hour time such as 18:00. 24:00 is midnight; an earlier time than the opening is on the next day.",
	}),
};
const noOpenTime = { path: ["closes"], message: "must differ from the opening", abort: true };

const hoursSchema = z
	.strictObject({
		days: z
			.array(z.enum(weekdays).meta({ title: "Day" }))
			.min(1, "must name at least one day")
			.meta({ title: "Days" }),
		...openingTimes,
		exceptions: z
			.array(
				z
					.strictObject({ day: z.enum(weekdays).meta({ title: "Day" }), ...openingTimes })
					.refine(({ opens, closes }) => opens !== closes, noOpenTime)
					.meta({ title: "Day" }),
			)
			.optional()
			.meta({ title: "Days with other hours", description: "Open days on which you open or close at another time." }),
		text: line.meta({ title: "As displayed" }),
	})
	.refine(({ opens, closes }) => opens !== closes, noOpenTime)
	.superRefine((hours, context) => {
		const exceptions = hours.exceptions ?? [];
		for (const [index, { day }] of exceptions.entries()) {
			const report = (message: string) =>
				context.addIssue({ code: "custom", path: ["exceptions", index, "day"], message, continue: false });
			if (!hours.days.includes(day)) report("must be one of the days");
			if (exceptions.findIndex((other) => other.day === day) !== index) report("must not be there twice");
		}
		const overlap = findOverlap(hours);
		if (!overlap) return;
		const indexOf = (weekday: string) => exceptions.findIndex(({ day }) => day === weekday);
		const [own, earlier] = [indexOf(overlap.day), indexOf(overlap.before)];
		context.addIssue({
			code: "custom",
			path: own >= 0 ? ["exceptions", own, "opens"] : ["exceptions", earlier, "closes"],
			message:
				own >= 0
					? `must not be before the hours of ${overlap.before} end`
					: `must not be after the hours of ${overlap.day} begin`,
			continue: false,
		});
	})
	.meta({ title: "Business hours" });

/** A colour on which an ink label is readable. */
const accentColour = z
	// Without quotes, YAML reads it as a comment.
	.string('must be a colour in quotes, such as "#1A2B3C"')
	.regex(/^#[\dA-Fa-f]{6}$/, { error: 'must be a colour in quotes, such as "#1A2B3C"', abort: true })
	.superRefine((colour, context) => {
		const fault = findAccentFault(colour);
		if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
	})
	.meta({
		title: "Accent colour",
		description:
			"Used for buttons, links, icons, e-mails and share images, in readable shades. Pictures keep their colours.",
		control: "colour",
		readOnIt: "ink",
	});

const officeSchema = z
	.strictObject({
		id: slug.meta({ title: "ID", description: "Also the office’s anchor on the contact page." }),
		city: line.meta({ title: "City" }),
		careersCity: line.meta({
			title: "City on the careers pages",
			description: "If spelled differently there.",
		}),
		street: line.meta({ title: "Street" }),
		locality: line.meta({ title: "Locality" }),
		region: line
			.optional()
			.meta({ title: "Region", description: "Leave empty if the locality includes it, as in Berlin." }),
		postalCode: line.optional().meta({ title: "Postal code", description: "Leave empty if the country has none." }),
		country: countryCode,
		headquarters: z.boolean().default(false).meta({ title: "Headquarters" }),
		people: z.int().positive().meta({ title: "People", description: "Number of people at this office." }),
		careersNote: paragraph.meta({ title: "Text on the careers page" }),
	})
	.meta({ title: "Office" });

/** The company's own logo, in place of the drawn mark. */
const logoSchema = z
	.strictObject({
		src: line.regex(/\.(svg|avif)$/, "must be an .svg or .avif file in content/pictures").meta({ title: "File" }),
		holdsName: z.boolean().default(false).meta({
			title: "Includes the name",
			description: "Hides the name beside the logo.",
		}),
	})
	.meta({
		title: "Logo",
		description:
			"Shown in the navigation, the desk, e-mails and browser tabs. Defaults to a mark in the accent colour.",
		isPicture: true,
	});

/** The company's sign where only a square fits. */
const squareLogoSchema = z
	.strictObject({
		src: line.regex(/\.(svg|avif)$/, "must be an .svg or .avif file in content/pictures").meta({ title: "File" }),
	})
	.meta({
		title: "Square logo",
		description:
			"For browser tabs and home screens. Defaults to the logo or, if that is too wide, the initial of the short name.",
		isPicture: true,
	});

const companyFields = z.strictObject({
	name: line.meta({ title: "Name" }),
	shortName: line.max(24).optional().meta({
		title: "Short name",
		description: "For the navigation and home screens. Defaults to the first word of the name.",
	}),
	legalName: line.meta({ title: "Legal name" }),
	description: paragraph.meta({ title: "Description" }),
	country: countryCode.meta({ description: "Country of registration." }),
	/** The company's time zone, wherever its server and its visitors are. */
	timeZone,
	timeZoneLabel: line.meta({
		title: "Time zone name",
		description: "Shown before “time”, and in brackets after a time.",
	}),
	/**
	 * The locale of numbers, dates and lists, and the declared language of pages and e-mails. Their texts are English.
	 */
	locale,
	currency,
	/** Buttons, links, icons, e-mails and share images use the shades that `deriveAccent` makes of it. */
	accentColour,
	logo: logoSchema.optional(),
	squareLogo: squareLogoSchema.optional(),
	founded: z.number().int().meta({ title: "Founded in" }),
	email: z.email({ pattern: emailAddressPattern }).meta({ title: "E-mail address" }),
	salesEmail: z.email({ pattern: emailAddressPattern }).meta({ title: "E-mail address for sales" }),
	careersEmail: z.email({ pattern: emailAddressPattern }).meta({ title: "E-mail address for careers" }),
	phone: z
		.strictObject({
			display: line.meta({ title: "Number as displayed" }),
			e164: z
				.string()
				.regex(/^\+\d{8,15}$/, "must be in E.164 form, such as +911140000000")
				.meta({ title: "Number as dialled", description: "In E.164 form, such as +911140000000." }),
		})
		.meta({ title: "Phone" }),
	offices: z.array(officeSchema).min(1).meta({ title: "Offices" }),
	hours: hoursSchema,
	replyWithinBusinessHours: z
		.number()
		.int()
		.positive()
		.meta({ title: "Reply within", description: "In business hours." }),
	publicReplyTimes: publicReplyTimesSchema.optional(),
	statistics: z
		.strictObject({
			projectsMade: z.number().int().meta({ title: "Projects made" }),
			clientsServed: z
				.string()
				.regex(/^\d+\+$/)
				.meta({ title: "Clients served", description: "A number with a plus sign, such as 85+." }),
			averageRating: z
				.string()
				.regex(/^\d\.\d$/)
				.meta({
					title: "Average rating",
					description: "With one decimal, matching the ratings page.",
				}),
		})
		.meta({ title: "Site statistics" }),
	socials: z.array(socialLink).min(1).meta({ title: "Profiles" }),
	copyrightYear: z.number().int().meta({ title: "Copyright year" }),
	jurisdictionCity: line.meta({ title: "Jurisdiction (city)" }),
	privacyContact: z
		.strictObject({
			name: line.meta({ title: "Name" }),
			email: z.email({ pattern: emailAddressPattern }).meta({ title: "E-mail address" }),
		})
		.meta({ title: "Privacy contact" }),
	privacyRequests: z
		.strictObject({
			answerWithinDays: z
				.number()
				.int()
				.min(1)
				.max(365)
				.meta({ title: "Answer within", description: "In days. Laws set the longest time: check yours." }),
		})
		.optional()
		.meta({
			title: "Privacy requests",
			description: "What people ask about their own data; 30 days if this is empty.",
		}),
	demo: demoSchema,
	parts: partsSchema.prefault({}),
});

/** Tells whether a call fits between opening and closing on at least one day; days on which it does not have no such calls. */
export function fitsHours({ callMinutes }: { callMinutes: number }, { hours }: { hours: OpeningHours }): boolean {
	return hours.days.some((day) => {
		const work = hoursOn(hours, day);
		return work !== undefined && work.from + callMinutes <= work.until;
	});
}

/** The shape of content/company.yml. */
export const companySchema = companyFields.refine(({ demo, ...company }) => fitsHours(demo, company), {
	path: ["demo", "callMinutes"],
	message: "is too long to fit between opening and closing",
});

export type Company = z.infer<typeof companySchema> & {
	/** Types of calls besides the demo call, from documents of their own; absent where only company.yml was read. */
	callTypes?: readonly CallType[] | undefined;
	/** The booking form of the demo call, from its page; absent without questions and guests. */
	demoForm?: CallForm | undefined;
	/** Forms with questions of the company's own, from the contact page and services; absent without any. */
	enquiryForms?: readonly EnquiryForm[] | undefined;
	/** Notices about personal data at forms, from a document of their own; absent without it. */
	notices?: Notices | undefined;
};

export type Office = Company["offices"][number];
/** The settings needed to write a time. */
export type CompanyTime = Pick<Company, "timeZone" | "timeZoneLabel" | "locale">;
