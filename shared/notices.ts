/** Forms of the public site that take personal data; each has a notice. */
export const noticeForms = ["enquiry", "booking", "application", "newsletter", "jobAlerts", "dataRequest"] as const;
export type NoticeForm = (typeof noticeForms)[number];

/** Stands for the term in the sentence about how long data are kept. */
export const termPlace = "{term}";

/** The texts of one form in one language, as the company writes them. */
export type FormNoticeText = { what: string; why: string; howLong: string };

/** The texts of a language. */
export type NoticeLanguage = { [Form in NoticeForm]?: FormNoticeText | undefined } & {
	/** Such as "hi". */
	lang: string;
	/** Opens the notice. */
	title: string;
	whatLabel: string;
	whyLabel: string;
	howLongLabel: string;
	whoLabel: string;
	/** A month, and several of them, after a number. */
	month: string;
	months: string;
	/** Names whom to ask. */
	who: string;
};

/** The company's notices, in the order of their languages. */
export type Notices = readonly NoticeLanguage[];

/** A notice in one language, as a form shows it. */
export type NoticeTexts = { lang: string; title: string; points: { label: string; text: string }[] };

/** A text about personal data at a form; the version names exactly this text. */
export type Notice = { version: string; texts: NoticeTexts[] };

/** Carries the version that a form showed. */
export const noticeField = "notice";
