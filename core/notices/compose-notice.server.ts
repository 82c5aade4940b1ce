import { hash } from "node:crypto";
import { fillMonths, writeMonthsPlaceholder, type KeptMonths } from "../../platform/pages/months-placeholder.ts";
import { noticeForms, termPlace, type Notice, type NoticeForm, type Notices } from "../../shared/notices.ts";

/** The kind of data whose months each form names. */
const kindOfForm: Readonly<Record<NoticeForm, string>> = {
	enquiry: "enquiries",
	booking: "bookings",
	application: "applications",
	newsletter: "consents",
	jobAlerts: "consents",
	dataRequest: "requests",
};

const hashLength = 12;

/**
 * Composes the notice of a form for a page, with placeholders for the months.
 * @returns undefined where the company has no notice for it
 */
export function composeNotice(notices: Notices | undefined, form: NoticeForm): Notice | undefined {
	const kind = kindOfForm[form];
	const texts = (notices ?? []).flatMap((language) => {
		const { lang, title, whatLabel, whyLabel, howLongLabel, whoLabel, month, months, who } = language;
		const own = language[form];
		if (!own) return [];
		// A function, because a replacement text would give "$&" a meaning.
		const howLong = own.howLong.replace(termPlace, () => writeMonthsPlaceholder(kind, { month, months }));
		return {
			lang,
			title,
			points: [
				{ label: whatLabel, text: own.what },
				{ label: whyLabel, text: own.why },
				{ label: howLongLabel, text: howLong },
				{ label: whoLabel, text: who },
			],
		};
	});
	if (texts.length === 0) return undefined;
	const digest = hash("sha256", JSON.stringify([form, texts]), "hex").slice(0, hashLength);
	return { version: `${digest}-${writeMonthsPlaceholder(kind)}`, texts };
}

/** Returns the notices that forms show now, by form, with the months of the configuration. */
export function listCurrentNotices(notices: Notices | undefined, kept: KeptMonths): Map<NoticeForm, Notice> {
	return new Map(
		noticeForms.flatMap((form): [NoticeForm, Notice][] => {
			const composed = composeNotice(notices, form);
			return composed ? [[form, JSON.parse(fillMonths(JSON.stringify(composed), kept)) as Notice]] : [];
		}),
	);
}
