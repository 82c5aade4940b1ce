import type { ListHostPeople } from "../../core/appointments/host-store.server.ts";
import { createBookingRenderers } from "../../features/booking/emails.server.tsx";
import type { Clock } from "../../platform/clock.ts";
import { readConfig } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { EmailRenderers, RenderedEmail } from "../../platform/email/email.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { createEmailRenderers } from "../../server/email-renderers.ts";
import { listRecordKinds } from "../../server/records.ts";
import type { Company } from "../../shared/company.ts";
import { testDesk } from "./desk-settings.ts";
import { testCompany } from "./test-server.ts";

/**
 * Renders e-mails as a company's server does; without a file store, replies have no files.
 * @param listPeople possible hosts of calls, where a test has no accounts for them
 */
export function createTestRenderers(
	company: Company = testCompany,
	files: Pick<FileStore, "read"> = { read: async () => undefined },
	listPeople?: ListHostPeople,
): EmailRenderers {
	const config = readConfig({
		PUBLIC_URL: "https://narangi.example",
		DESK_URL: "http://localhost:3001",
		VIDEO_ROOMS_URL: "https://rooms.example",
	});
	const { publicUrl, deskUrl } = config;
	const { salesEmail } = company;
	return {
		...createEmailRenderers({ config, company, files, kinds: listRecordKinds({ config, company, desk: testDesk }) }),
		...(listPeople && createBookingRenderers({ company, salesEmail, publicUrl, deskUrl, hosts: { listPeople } })),
	};
}

/** The unsent e-mails by kind, as they would leave now; without obsolete ones. */
export async function renderEmails(
	{ database, clock }: { database: Pick<Database, "db">; clock: Clock },
	renderers: EmailRenderers = createTestRenderers(),
): Promise<({ kind: string; reference: string; recipient: string } & RenderedEmail)[]> {
	const rows = await database.db
		.selectFrom("emails")
		.select(["kind", "reference", "recipient", "parameters"])
		.where("state", "!=", "sent")
		.orderBy("kind")
		.orderBy("recipient")
		.execute();
	const emails = [];
	for (const { parameters, ...email } of rows) {
		const rendered = await renderers[email.kind]?.(
			{ ...email, parameters: parameters === null ? undefined : JSON.parse(parameters) },
			{ db: database.db, now: clock.now() },
		);
		if (!rendered) throw new Error(`Nothing renders ${email.kind}`);
		if (!("notSent" in rendered)) emails.push({ ...email, ...rendered });
	}
	return emails;
}
