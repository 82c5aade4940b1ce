import { Text } from "@react-email/text";
import { z } from "zod";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { EmailLines, emailText, LinkParagraph, renderEmail } from "../../platform/email/email-layout.server.tsx";
import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import type { EmailIntent, EmailRenderers, RenderedEmail } from "../../platform/email/email.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { claimTelling, findTelling } from "../../platform/email/told-things-store.ts";
import type { Company } from "../../shared/company.ts";
import { joinNames } from "../../shared/join-names.ts";
import { countRecords, listRecords } from "./list.server.ts";
import type { RecordsDeps } from "./records-deps.ts";

const kind = "quarantine-digest";
const tellingName = "quarantine digest";
/** Hour of the day in the company's zone, before work begins. */
const hourOfDay = 8;
const shownOfEach = 20;
/** Its record ends with it, so the outbox deletes it by itself. */
const keptDays = 30;

/** Quarantined records of one kind, and their total. */
const quarantinedSchema = z.object({
	names: z.string(),
	name: z.string(),
	references: z.array(z.string()),
	count: z.number(),
});
type Quarantined = z.infer<typeof quarantinedSchema>;
const parametersSchema = z.object({ found: z.array(quarantinedSchema) });

/**
 * Writes the daily digest of newly quarantined records when it is due: one e-mail for each mailbox, none without new records, with references
 * only. Of several servers, one writes it.
 * @returns the number of e-mails
 */
export async function writeQuarantineDigest({
	database,
	clock,
	company,
	kinds,
	messageIdDomain,
	onEmails,
}: Omit<RecordsDeps, "company" | "files"> & { company: Pick<Company, "timeZone"> }): Promise<number> {
	const now = clock.now();
	const today = now.toZonedDateTimeISO(company.timeZone).startOfDay();
	const due = today.add({ hours: hourOfDay }).toInstant();
	if (Temporal.Instant.compare(now, due) < 0) return 0;
	const last = await findTelling(database.db, tellingName, now);
	if (last && Temporal.Instant.compare(last, due) >= 0) return 0;
	const since = last ?? now.subtract({ hours: 24 });
	const byRecipient = new Map<string, Quarantined[]>();
	for (const ofRecords of kinds) {
		const filter = { kind: ofRecords, kinds: [ofRecords], spam: "only", since } as const;
		const { records } = await listRecords(database, filter, { limit: shownOfEach });
		if (records.length === 0) continue;
		const { name, names, mailbox } = ofRecords;
		const count = await countRecords(database, filter);
		const entry = { name, names, count, references: records.map(({ reference }) => reference) };
		byRecipient.set(mailbox, [...(byRecipient.get(mailbox) ?? []), entry]);
	}
	const emails = [...byRecipient].map(([recipient, found]) =>
		createDigest(found, { recipient, day: today.toPlainDate().toString() }),
	);
	const written = await database.write(async (transaction) => {
		if (!(await claimTelling(transaction, tellingName, { now, notSince: due }))) return 0;
		await transaction
			.deleteFrom("emails")
			.where("kind", "=", kind)
			.where("queuedAt", "<", toInstantText(now.subtract({ hours: 24 * keptDays })))
			.execute();
		for (const email of emails)
			await enqueueEmail(transaction, { ...email, expiresAt: now.add({ hours: 48 }) }, { now, messageIdDomain });
		return emails.length;
	});
	if (written > 0) onEmails();
	return written;
}

function createDigest(
	found: Quarantined[],
	{ recipient, day }: { recipient: string; day: string },
): EmailIntent<typeof kind> {
	return { kind, reference: `quarantine-${day}`, recipient, parameters: { found } };
}

type DigestDeps = { company: Company; deskUrl: string };

/** Renders the digest from its stored text: it belongs to no record. */
export function createDigestRenderers(deps: DigestDeps): EmailRenderers<typeof kind> {
	return { [kind]: async ({ parameters }) => renderDigest(parametersSchema.parse(parameters).found, deps) };
}

async function renderDigest(found: Quarantined[], { company, deskUrl }: DigestDeps): Promise<RenderedEmail> {
	const counts = found.map(({ count, name, names }) => `${count} ${count === 1 ? name : names}`);
	const sum = joinNames(counts, company.locale);
	const title = "Possible spam";
	return renderEmail(
		{ title, subject: `${title}: ${sum}`, preview: sum, company },
		<>
			<Text style={emailText}>
				{sum} held as possible spam since yesterday. No e-mails about them were sent. Review them and mark real ones as
				“Not spam”.
			</Text>
			{found.map(({ names, references, count }) => (
				<div key={names}>
					<LinkParagraph href={`${deskUrl}/${names}?show=spam`} />
					<EmailLines
						lines={count > references.length ? [...references, `and ${count - references.length} more`] : references}
					/>
				</div>
			))}
		</>,
	);
}

/** The digest, for `npm run emails`. */
export const digestEmails: FeatureEmails = {
	kinds: [kind],
	async createPreviews({ company, deskUrl, now }) {
		const day = now.toZonedDateTimeISO(company.timeZone).toPlainDate().toString();
		const found = [
			{ name: "enquiry", names: "enquiries", count: 3, references: ["ENQ-7K3F9QXM", "ENQ-2B8WZ4TC", "ENQ-QH51NVR0"] },
			{ name: "booking", names: "bookings", count: 1, references: ["BKG-7K3F9QXM"] },
		];
		return [
			{
				about: "To sales",
				email: {
					...createDigest(found, { recipient: company.salesEmail, day }),
					...(await renderDigest(found, { company, deskUrl })),
				},
			},
		];
	},
};
