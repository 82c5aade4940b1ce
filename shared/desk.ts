import { z } from "zod";
import { line, slug } from "./company.ts";

/** What the company says of its own work with what visitors send: the shape of content/desk.yml. */

const maxTemplateLength = 20_000;

const stageSchema = z.strictObject({
	/** What is stored; a record keeps it when the label changes. */
	key: slug,
	label: line.max(40),
	/** Whether something is still to be done about a record in it. */
	open: z.boolean(),
	/** What the private page of whoever sent it says while it stands there; nothing where it is left out. */
	senderReads: line.max(300).optional(),
});

/** Text that a reply begins with; `{firstName}` and the like are filled in. */
const templateSchema = z.strictObject({
	name: line.max(80),
	subject: line.max(200),
	text: z.string().trim().min(1).max(maxTemplateLength),
});

const recordKindSchema = z.strictObject({
	/** Where a record can stand; new ones stand in the first. */
	stages: z
		.array(stageSchema)
		.min(2)
		.superRefine((stages, context) => {
			if (new Set(stages.map(({ key }) => key)).size !== stages.length)
				context.addIssue({ code: "custom", message: "must not have one key twice" });
			if (stages[0] && !stages[0].open)
				context.addIssue({ code: "custom", path: [0, "open"], message: "what has just come is open: must be true" });
			if (stages.every(({ open }) => open))
				context.addIssue({ code: "custom", message: "must have one that is not open, for what is done" });
		}),
	/** What reviewers give scores for; none where nothing is judged. */
	criteria: z.array(z.strictObject({ key: slug, label: line.max(60) })).optional(),
	/** What the table of templates is first filled with. */
	templates: z.array(templateSchema).default([]),
});

/** Stages that every job has, for more depends on them than where an application stands. Their labels are content. */
export const applicationOutcomes = { hired: "hired", rejected: "rejected", withdrawn: "withdrawn" } as const;

/** Stages that calls come to by themselves or by a button; of a cancelled one nothing is left to be done. Their labels are content. */
export const callOutcomes = { held: "held", noShow: "no-show", cancelled: "cancelled" } as const;

const applicationSchema = requireStages(Object.values(applicationOutcomes), {
	closed: Object.values(applicationOutcomes),
});
const callSchema = requireStages(Object.values(callOutcomes), { closed: [callOutcomes.cancelled] });

function requireStages(keys: readonly string[], { closed }: { closed: readonly string[] }) {
	return recordKindSchema.superRefine(({ stages }, context) => {
		for (const key of keys) {
			const mustBeClosed = closed.includes(key);
			if (!stages.some((stage) => stage.key === key && !(mustBeClosed && stage.open)))
				context.addIssue({
					code: "custom",
					path: ["stages"],
					message: `must have one with the key ${key}${mustBeClosed ? " that is not open" : ""}`,
				});
		}
	});
}

/** The shape of content/desk.yml. */
export const deskSchema = z.strictObject({
	enquiry: recordKindSchema,
	booking: callSchema,
	application: applicationSchema,
});

export type DeskFacts = z.infer<typeof deskSchema>;
/** Where a record stands. */
export type Stage = z.infer<typeof stageSchema>;
export type TemplateSeed = z.infer<typeof templateSchema>;
