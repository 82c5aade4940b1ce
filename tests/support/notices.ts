import type { NoteNotice } from "../../core/notices/note-notice.ts";
import type { Notices } from "../../shared/notices.ts";

/** Of a form without a notice. */
export const noNotice: NoteNotice = async () => undefined;

const texts = { what: "Your name and address.", why: "To reply to you.", howLong: "{term}, then it is erased." };

/** Notices at every form, in two languages. */
export const testNotices: Notices = [
	{
		lang: "en",
		title: "How we use your data",
		whatLabel: "What we take",
		whyLabel: "Why",
		howLongLabel: "How long",
		whoLabel: "Who to ask",
		who: "Asha Rao, asha@company.example",
		month: "month",
		months: "months",
		enquiry: texts,
		booking: texts,
		application: texts,
		newsletter: texts,
		jobAlerts: texts,
		dataRequest: texts,
	},
	{
		lang: "hi",
		title: "आपकी जानकारी",
		whatLabel: "क्या",
		whyLabel: "क्यों",
		howLongLabel: "कब तक",
		whoLabel: "किससे पूछें",
		who: "Asha Rao, asha@company.example",
		month: "महीने",
		months: "महीने",
		enquiry: { what: "नाम और पता।", why: "उत्तर देने के लिए।", howLong: "{term} तक।" },
		booking: { what: "नाम और पता।", why: "कॉल के लिए।", howLong: "{term} तक।" },
		application: { what: "नाम और पता।", why: "निर्णय के लिए।", howLong: "{term} तक।" },
		newsletter: { what: "ई-मेल पता।", why: "लेख भेजने के लिए।", howLong: "{term} तक।" },
		jobAlerts: { what: "ई-मेल पता।", why: "पद भेजने के लिए।", howLong: "{term} तक।" },
		dataRequest: { what: "नाम और पता।", why: "उत्तर देने के लिए।", howLong: "{term} तक।" },
	},
];
