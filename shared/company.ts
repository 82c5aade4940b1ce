import { z } from "zod";

/** The facts about the company, which the content states once and every floor may use: the shape of content/company.yml. */

/** Text on one line, or on several where the page makes them one paragraph. */
export const line = z.string().trim().min(1);
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");
export const isoDate = z.iso.date();

const socialNetworks = ["linkedin", "x", "whatsapp", "instagram"] as const;
export const socialLink = z.strictObject({ network: z.enum(socialNetworks), label: line, url: z.url() });

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a 24-hour time such as 10:00");
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export const companySchema = z.strictObject({
	name: line,
	legalName: line,
	description: line,
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
				region: line,
				postalCode: line,
				country: z.literal("IN"),
				headquarters: z.boolean().default(false),
				/** How many work there. */
				people: z.int().positive(),
				/** How many jobs it has open in a usual quarter: a marketing number (docs/product/careers.md, Landing), no count of what is open today. */
				careersJobs: z.int().positive(),
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
	grievanceOfficer: z.strictObject({ name: line, email: z.email() }),
	demo: z.strictObject({
		callsPerSlot: z.number().int().positive().default(1),
		closures: z.array(z.strictObject({ date: isoDate, reason: line })).default([]),
	}),
});

export type Company = z.infer<typeof companySchema>;
export type Office = Company["offices"][number];
