import { expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { findReferredFiles, insertApplication, type ApplicationRecord } from "./store.server.ts";

const application: ApplicationRecord = {
	reference: "APP-00000000", receivedAt: Temporal.Instant.from("2026-11-23T06:00:00Z"), jobId: "a", jobTitle: "A", tokenHash: "", state: "received",
	answers: { fullName: "Asha Rao", email: "asha@applicant.example", phone: "1" } as ApplicationRecord["answers"],
	resume: { file: "", name: "cv.pdf", bytes: 1, sha256: "" },
};

test.each(databaseKinds)("of many files those that belong to an application are found, and no others, on %s", async (kind) => {
	const database = await openTestDatabase(kind);
	await database.write(async (transaction) => {
		for (const index of [3, 1_100, 5_000]) {
			const reference = `APP-${String(index).padStart(8, "0")}`;
			await insertApplication(transaction, { ...application, reference, tokenHash: reference, resume: { ...application.resume, file: `${index}.pdf` } });
		}
	});
	const names = Array.from({ length: 1_200 }, (_, index) => `${index}.pdf`);
	expect(await findReferredFiles(database.db, names)).toEqual(new Set(["3.pdf", "1100.pdf"]));
	expect(await findReferredFiles(database.db, [])).toEqual(new Set());
});
