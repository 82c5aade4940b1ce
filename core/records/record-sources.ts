/** Where records come from; each kind lists those that it has. */
export const recordSources = {
	site: { key: "site", label: "The site" },
	email: { key: "email", label: "E-mail" },
	phone: { key: "phone", label: "Phone" },
	event: { key: "event", label: "Event" },
	linkedin: { key: "linkedin", label: "LinkedIn" },
	referral: { key: "referral", label: "A referral" },
	other: { key: "other", label: "Other" },
} as const;

/** The source of requests about data that came by post. */
export const letterSource = { key: "letter", label: "Letter" } as const;

/** The source of contacts that were imported. They sent nothing, so analytics leave them out. */
export const contactSource = { key: "contact", label: "Imported contact" } as const;

/** Returns the label of a source; an unknown source is named by its key. */
export function nameSource(key: string): string {
	if (key === contactSource.key) return contactSource.label;
	return [...Object.values(recordSources), letterSource].find((source) => source.key === key)?.label ?? key;
}

/** Lists how a record came, unless by the site: its source and the sender's consent. */
export function describeEntry({ source, consent }: { source: string; consent: string }) {
	return [
		...(source === recordSources.site.key ? [] : [{ label: "Source", value: nameSource(source) }]),
		...(consent === "" ? [] : [{ label: "Consent", value: consent }]),
	];
}
