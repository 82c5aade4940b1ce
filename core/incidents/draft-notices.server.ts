import { formatInstant } from "../../platform/clock.ts";
import type { Company, CompanyTime } from "../../shared/company.ts";
import { joinNames } from "../../shared/join-names.ts";
import { dataKinds, dataNames, type DataKind } from "../read-log/shown-data.ts";
import type { Affected, AffectedPerson } from "./affected-people.server.ts";
import type { Incident } from "./incident.ts";

/** Stands for the kinds of a person's own data in the e-mail to them. */
export const dataField = "{data}";

export type DraftSource = {
	company: CompanyTime & Pick<Company, "name" | "legalName" | "offices" | "phone" | "privacyContact">;
	incident: Pick<Incident, "from" | "until" | "awareAt">;
	affected: Pick<Affected, "people" | "erased">;
	/** Numbers of accounts and tokens. */
	accounts: number;
	tokens: number;
	/** Kinds of records in words, such as enquiry: "enquiries". */
	nameKinds: Readonly<Record<string, string>>;
	/** The steps that were taken to stop it, in whole sentences. */
	measures: readonly string[];
};

/** Drafts the notice to an authority (GDPR, Article 33). Places in square brackets are for a person to fill in. */
export function draftAuthorityNotice(source: DraftSource): string {
	const { company, incident, affected, measures, nameKinds } = source;
	const { people, erased } = affected;
	const records = people.flatMap((person) => person.records);
	const ofKinds = [...Map.groupBy(records, ({ kind }) => kind)].map(
		([kind, own]) => `${nameKinds[kind] ?? kind}: ${own.length}`,
	);
	const countPeople = (touch?: "read" | "changed" | "exported") => {
		const { length } = touch ? people.filter((person) => person[touch]) : people;
		return `${length} ${length === 1 ? "person" : "people"}`;
	};
	const { privacyContact } = company;
	const [office] = company.offices;
	return [
		"NOTIFICATION OF A PERSONAL DATA BREACH",
		[
			`Organisation: ${company.legalName}`,
			office &&
				`Address: ${[office.street, office.postalCode, office.city, office.country].filter(Boolean).join(", ")}`,
			`Contact: ${privacyContact.name}, ${privacyContact.email}, ${company.phone.display}`,
			`Became aware: ${formatInstant(incident.awareAt, company)}`,
			`This is [a first notification, further information will follow / the complete notification].`,
		]
			.filter(Boolean)
			.join("\n"),
		[
			"1. Nature of the breach",
			"[What happened and how it was found, for example: a laptop was stolen, and with it a session that was signed in.]",
			`Personal data was accessed with ${writeSources(source)} between ${formatInstant(incident.from, company)} and ${incident.until ? formatInstant(incident.until, company) : "[when the access ended]"}.`,
			`According to our logs, data of ${countPeople("read")} was read, of ${countPeople("changed")} changed, and of ${countPeople("exported")} exported as files.`,
		].join("\n"),
		[
			"2. People concerned",
			`Approximately ${countPeople()}: people who sent us an enquiry, booked a call or applied for a position. [Any particularly vulnerable people, such as children]`,
		].join("\n"),
		[
			"3. Records and kinds of data concerned",
			`Approximately ${records.length + erased.length} records${ofKinds.length > 0 ? ` (${ofKinds.join(", ")})` : ""}.`,
			`Kinds of data: ${writeData(people.flatMap(({ data }) => data)) || "[kinds of data]"}. [Anything sensitive in messages or resumes]`,
		].join("\n"),
		[
			"4. Likely consequences",
			"[For example: e-mails that pretend to come from us, identity theft, loss of confidentiality]",
		].join("\n"),
		[
			"5. Measures",
			...(measures.length > 0 ? measures : ["[What was done to stop the access]"]),
			"[What is done so that it does not happen again]",
			"[When and how the people concerned were or will be told, or why not]",
		].join("\n"),
		[
			"6. Reasons for a delay",
			"[Only if this leaves later than 72 hours after you became aware; otherwise delete this]",
		].join("\n"),
	].join("\n\n");
}

/** Drafts the e-mail to each person (GDPR, Article 34): its subject and its text, in which dataField stands for their own data. */
export function draftPersonNotice({ company, incident, measures }: DraftSource): { subject: string; text: string } {
	const { privacyContact } = company;
	return {
		subject: `Unauthorised access to your data at ${company.name}`,
		text: [
			`We are writing to tell you that somebody accessed data that you sent to ${company.name} without permission. We found out on ${writeDay(incident.awareAt, company)}. [In one or two sentences: what happened and when.]`,
			`This data of yours was seen or copied: ${dataField}.`,
			"What this can mean for you: [for example, somebody may write to you and pretend to be us].",
			`What we have done: ${measures.length > 0 ? measures.join(" ") : "[what was done to stop it]"} [What is done so that it does not happen again.]`,
			"What you can do: be careful with e-mails, messages and calls that you do not expect, even if they know your name or what you wrote to us. We never ask for passwords or payments by e-mail. [Anything else that helps.]",
			`We are sorry that this happened. For questions, write to ${privacyContact.name} at ${privacyContact.email} or call ${company.phone.display}.`,
		].join("\n\n"),
	};
}

/** Writes kinds of data as a list: "name, e-mail address and messages"; empty for none. */
export function writeData(data: readonly DataKind[]): string {
	const names = dataKinds.filter((kind) => data.includes(kind)).map((kind) => dataNames[kind]);
	return joinNames(names, "en-GB");
}

/** Writes what was touched of one person, for their e-mail. */
export function writePersonData({ data }: Pick<AffectedPerson, "data">): string {
	return writeData(data) || "the data that you sent us";
}

function writeSources({ accounts, tokens }: Pick<DraftSource, "accounts" | "tokens">): string {
	const parts = [
		accounts > 0 && `${accounts} staff ${accounts === 1 ? "account" : "accounts"}`,
		tokens > 0 && `${tokens} API ${tokens === 1 ? "token" : "tokens"}`,
	].filter((part) => part !== false);
	return parts.join(" and ");
}

function writeDay(instant: Temporal.Instant, { locale, timeZone }: Pick<Company, "locale" | "timeZone">): string {
	return instant.toLocaleString(locale, { day: "numeric", month: "long", year: "numeric", timeZone });
}
