import type { Company } from "../../shared/company.ts";
import { listLowerCaseAddresses } from "../people/list-addresses.ts";
import { subtractMonths, type PersonalRecords } from "../people/personal-records.ts";
import type { RecordField } from "../records/record-fields.ts";
import { deleteConsents, listConsentReferences, listConsents } from "./consent-store.server.ts";
import type { Consent, ConsentPurpose, GivenBy, WithdrawnBy } from "./consent.ts";

const nameOfPurpose: Readonly<Record<ConsentPurpose, string>> = {
	"talent-pool": "Talent pool",
	newsletter: "Newsletter",
	"job-alerts": "Job alerts",
};

const wayGiven: Readonly<Record<GivenBy, string>> = {
	form: "By the form",
	"email-link": "By the link in an e-mail",
	"private-page": "On their private page",
};

const wayWithdrawn: Readonly<Record<WithdrawnBy, string>> = {
	"private-page": "On their private page",
	"one-click": "By the unsubscribe button of their mail program",
	member: "By a member, on their behalf",
	bounce: "By itself: an e-mail came back for good",
	complaint: "By itself: an e-mail was reported as spam",
};

/**
 * Declares consents as personal records. A consent in force stays; after its end it is kept as proof for some months. Erasing a person
 * deletes theirs.
 */
export function createConsentRecords(
	{ keptMonths }: { keptMonths: number },
	{ timeZone }: Pick<Company, "timeZone">,
): PersonalRecords {
	return {
		kind: "consents",
		name: "consent",
		names: "consents",
		listExpired: (db, { now, limit }) =>
			listConsentReferences(db, { overSince: subtractMonths(now, keptMonths, timeZone), limit }),
		listOfAddress: (db, email, { before, limit }) => listConsentReferences(db, { email, givenBefore: before, limit }),
		listAddresses: (db, range) => listLowerCaseAddresses(db, "consents", range),
		listExisting: (db, among) => listConsentReferences(db, { among, limit: among.length }),
		async describe(db, references) {
			return (await listConsents(db, references)).map((consent) => ({
				reference: consent.reference,
				email: consent.email,
				at: consent.givenAt,
				fields: describeConsent(consent),
				text: undefined,
				stored: consent,
				files: [],
				work: [],
			}));
		},
		delete: async (transaction, references) => ({ count: await deleteConsents(transaction, references) }),
	};
}

function describeConsent(consent: Consent): RecordField[] {
	const { purpose, subject, text, askedAt, askedOn, givenAt, givenBy, endsAt, withdrawn } = consent;
	return [
		{ label: "Consent to", value: nameOfPurpose[purpose] },
		{ label: "About", value: subject },
		{ label: "Agreed to", value: text || "not recorded" },
		{ label: "Asked", value: askedAt },
		{ label: "Where", value: askedOn },
		{ label: "Given", value: givenAt },
		{ label: "How", value: wayGiven[givenBy] },
		...(withdrawn
			? [
					{ label: "Withdrawn", value: withdrawn.at },
					{ label: "How it was withdrawn", value: wayWithdrawn[withdrawn.by] },
				]
			: endsAt
				? [{ label: "Ends", value: endsAt }]
				: []),
	];
}
