import { z } from "zod";
import { isPlainText, line, paragraph, slug, withoutControls } from "./company.ts";

/** Settings of the desk: the shape of content/desk.yml. */

const maxTemplateLength = 20_000;

const stageSchema = z
	.strictObject({
		key: slug.meta({
			title: "Key",
			description: "The stored ID, which stays when the name changes.",
		}),
		label: line.max(40).meta({ title: "Name" }),
		open: z.boolean().meta({ title: "Open", description: "Records in this stage still need work." }),
		reasons: z
			.array(
				z
					.strictObject({
						key: slug.meta({ title: "Key", description: "The stored ID, which stays when the name changes." }),
						label: line.max(60).meta({ title: "Name" }),
					})
					.meta({ title: "Reason" }),
			)
			.max(30)
			.refine((reasons) => new Set(reasons.map(({ key }) => key)).size === reasons.length, {
				message: "must not contain a key twice",
			})
			.optional()
			.meta({ title: "Reasons", description: "Why a record ended here, such as the price. Analytics count them." }),
		senderReads: paragraph.max(300).optional().meta({
			title: "Text for the sender",
			description: "Shown on their status page while the record is in this stage.",
		}),
	})
	.meta({ title: "Stage" });

/** The beginning of a reply, with placeholders such as `{firstName}`. */
const templateSchema = z
	.strictObject({
		name: line.max(80).meta({ title: "Name" }),
		subject: line.max(200).meta({ title: "Subject" }),
		text: z
			.string()
			.trim()
			.min(1)
			.max(maxTemplateLength)
			.refine(isPlainText, withoutControls)
			.meta({ title: "Text", description: "Merge fields such as {firstName} are filled in.", control: "long-text" }),
	})
	.meta({ title: "Template" });

const kindFields = {
	stages: z
		.array(stageSchema)
		.min(2)
		.superRefine((stages, context) => {
			if (new Set(stages.map(({ key }) => key)).size !== stages.length)
				context.addIssue({ code: "custom", message: "must not contain a key twice" });
			if (stages[0] && !stages[0].open)
				context.addIssue({
					code: "custom",
					path: [0, "open"],
					message: "must be true: new records start in this stage",
				});
			if (stages.every(({ open }) => open))
				context.addIssue({ code: "custom", message: "must contain a closed stage" });
		})
		.meta({ title: "Stages", description: "New records start in the first stage." }),
	criteria: z
		.array(
			z
				.strictObject({
					key: slug.meta({ title: "Key" }),
					label: line.max(60).meta({ title: "Name" }),
					question: line
						.max(300)
						.optional()
						.meta({ title: "Guiding question", description: "Shown to reviewers beside the score." }),
				})
				.meta({ title: "Criterion" }),
		)
		.optional()
		.meta({ title: "Criteria", description: "What reviewers score." }),
};

/** Fields only of applications. */
const applicationFields = {
	feedbackCountries: z
		.array(line.meta({ title: "Country" }))
		.optional()
		.meta({
			title: "Countries with feedback",
			description:
				"Applicants there may be told of their scores by the merge field {feedback}. Write each as applicants choose it.",
		}),
	talentPoolMonths: z.number().int().min(0).max(36).optional().meta({
		title: "Months in the talent pool",
		description:
			"How long applicants who agree are kept for other positions; 12 unless you choose otherwise, and 0 to ask nobody. Templates ask them with the merge field {talentPoolLink}.",
	}),
	talentPoolInForm: z.boolean().default(false).meta({
		title: "Offer the talent pool in the application form",
		description: "A checkbox, off until the applicant checks it.",
	}),
};

const templates = z
	.array(templateSchema)
	.default([])
	.meta({ title: "First templates", description: "The templates a new database starts with." });

/** A desk.yml of an earlier release may name an application's fields here, where they never had an effect. */
const recordKindSchema = z.preprocess(
	(value) =>
		typeof value === "object" && value !== null
			? Object.fromEntries(Object.entries(value).filter(([key]) => !Object.hasOwn(applicationFields, key)))
			: value,
	z.strictObject({ ...kindFields, templates }),
);

/** Stages that every job has, because code depends on them. Their labels are content. */
export const applicationOutcomes = { hired: "hired", rejected: "rejected", withdrawn: "withdrawn" } as const;

/**
 * Stages that calls reach by themselves or by a button; a cancelled call needs no further work. Their labels are
 * content.
 */
export const callOutcomes = { held: "held", noShow: "no-show", cancelled: "cancelled" } as const;

/** The stages and templates of requests about data, for companies whose desk.yml does not define them. */
const usualRequests = {
	stages: [
		{ key: "new", label: "New", open: true },
		{ key: "in-progress", label: "In progress", open: true },
		{ key: "settled", label: "Settled", open: false },
		{ key: "declined", label: "Declined", open: false },
	],
	templates: [
		{
			name: "Your data",
			subject: "Your request {reference}",
			text: "Hello {firstName},\n\nYou asked what {companyName} knows about you. The attached file contains all of it.\n\n{senderName}\n",
		},
		{
			name: "Corrected",
			subject: "Your request {reference}",
			text: "Hello {firstName},\n\nWe have corrected the data about you as you asked.\n\n{senderName}\n",
		},
		{
			name: "About to be erased",
			subject: "Your request {reference}",
			text: "Hello {firstName},\n\nWe are erasing the data about you, with your address and this request. This is the last e-mail you will get from us about it.\n\n{senderName}\n",
		},
	],
};

const applicationSchema = z
	.strictObject({ ...kindFields, ...applicationFields, templates })
	.superRefine(requireStages(Object.values(applicationOutcomes), { closed: Object.values(applicationOutcomes) }));
const callSchema = recordKindSchema.superRefine(
	requireStages(Object.values(callOutcomes), { closed: [callOutcomes.cancelled] }),
);

function requireStages(keys: readonly string[], { closed }: { closed: readonly string[] }) {
	return ({ stages }: { stages: readonly Stage[] }, context: z.RefinementCtx) => {
		for (const key of keys) {
			const mustBeClosed = closed.includes(key);
			if (!stages.some((stage) => stage.key === key && !(mustBeClosed && stage.open)))
				context.addIssue({
					code: "custom",
					path: ["stages"],
					message: `must contain a ${mustBeClosed ? "closed " : ""}stage with the key ${key}`,
				});
		}
	};
}

/** The shape of content/desk.yml. */
export const deskSchema = z.strictObject({
	enquiry: recordKindSchema.meta({ title: "Enquiries" }),
	booking: callSchema.meta({ title: "Calls" }),
	application: applicationSchema.meta({ title: "Applications" }),
	request: recordKindSchema.prefault(usualRequests).meta({ title: "Requests about data" }),
});

export type DeskSettings = z.infer<typeof deskSchema>;
/** The stage of a record. */
export type Stage = z.infer<typeof stageSchema>;
export type TemplateSeed = z.infer<typeof templateSchema>;
