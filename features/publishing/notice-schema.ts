import { z } from "zod";
import { line, paragraph, type Company } from "../../shared/company.ts";
import { noticeForms, termPlace, type NoticeForm, type Notices } from "../../shared/notices.ts";

/**
 * The schema of content/notices.yml: what each form says about personal data, in up to two languages.
 * Source: docs/product/notices.md.
 */

const mostLanguages = 2;

/** Stand for the name and the address of the privacy contact. */
const namePlace = "{name}";
const emailPlace = "{email}";

const nameOfForm: Readonly<Record<NoticeForm, string>> = {
	enquiry: "Enquiry",
	booking: "Call booking",
	application: "Application",
	newsletter: "Newsletter",
	jobAlerts: "Job alerts",
	dataRequest: "Request about data",
};

const howMany = (text: string, part: string) => text.split(part).length - 1;
const sentence = paragraph.max(600);
const control = "long-text";

const formNotice = (form: NoticeForm) =>
	z
		.strictObject({
			what: sentence.meta({ title: "What is taken", control }),
			why: sentence.meta({ title: "Why", control }),
			howLong: sentence
				.refine((text) => howMany(text, termPlace) === 1, `must contain ${termPlace} once, for the months`)
				.meta({
					title: "How long",
					description: `Write ${termPlace} where the months of the configuration belong.`,
					control,
				}),
		})
		.meta({ title: nameOfForm[form] });

/** Goes into the term, after a number, which placeholders and pages write as it is. */
const word = z
	.string()
	.regex(/^[\p{L}\p{M}]{1,30}$/u, "must be one word")
	.meta({ title: "Month" });

const language = z
	.strictObject({
		lang: z
			.string()
			.regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8}){0,3}$/, "must be a language such as en or hi")
			.meta({ title: "Language", description: "Such as en or hi." }),
		title: line.max(80).meta({ title: "Title", description: "What visitors press to read the notice." }),
		whatLabel: line.max(60).meta({ title: "Label of what is taken" }),
		whyLabel: line.max(60).meta({ title: "Label of why" }),
		howLongLabel: line.max(60).meta({ title: "Label of how long" }),
		whoLabel: line.max(60).meta({ title: "Label of whom to ask" }),
		who: sentence
			.refine(
				(text) => howMany(text, namePlace) <= 1 && howMany(text, emailPlace) === 1,
				`must contain ${emailPlace} once, and ${namePlace} at most once`,
			)
			.meta({
				title: "Whom to ask",
				control,
				description: `Write ${namePlace} and ${emailPlace} where those of the privacy contact belong.`,
			}),
		month: word,
		months: word.meta({ title: "Months", description: "After a number, as in 24 months." }),
		enquiry: formNotice("enquiry").optional(),
		booking: formNotice("booking").optional(),
		application: formNotice("application").optional(),
		newsletter: formNotice("newsletter").optional(),
		jobAlerts: formNotice("jobAlerts").optional(),
		dataRequest: formNotice("dataRequest").optional(),
	})
	.meta({ title: "Language" });

export const noticesSchema = z.strictObject({
	languages: z
		.array(language)
		.max(mostLanguages)
		.superRefine(([first, second], context) => {
			if (!first || !second) return;
			const refuse = (field: string, message: string) =>
				context.addIssue({ code: "custom", path: [1, field], message });
			if (first.lang.toLowerCase() === second.lang.toLowerCase()) refuse("lang", "is the language of the first texts");
			for (const form of noticeForms)
				if ((first[form] === undefined) !== (second[form] === undefined))
					refuse(form, "must be there in both languages, or in neither");
		})
		.default([])
		.meta({ title: "Languages", description: "English, and one more of your choice." }),
});

/** Fills in the privacy contact; undefined without texts. */
export function toNotices(
	{ languages }: z.output<typeof noticesSchema>,
	{ privacyContact }: Pick<Company, "privacyContact">,
): Notices | undefined {
	if (languages.length === 0) return undefined;
	const { name, email } = privacyContact;
	return languages.map((texts) => ({
		...texts,
		// Functions, because a replacement text would give "$&" a meaning.
		who: texts.who.replace(namePlace, () => name).replace(emailPlace, () => email),
	}));
}
