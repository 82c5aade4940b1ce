import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabaseConfig, databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import {
	changeApplicationState,
	findReferredFiles,
	insertApplication,
	listApplications,
	type ApplicationRecord,
} from "./store.server.ts";

const application: ApplicationRecord = {
	reference: "APP-00000000",
	receivedAt: Temporal.Instant.from("2026-11-23T06:00:00Z"),
	jobId: "a",
	jobTitle: "A",
	tokenHash: "",
	state: "received",
	answers: { fullName: "Asha Rao", email: "asha@applicant.example", phone: "1" } as ApplicationRecord["answers"],
	resume: { file: "", name: "cv.pdf", bytes: 1, sha256: "" },
};

test.each(databaseKinds)(
	"of many files those that belong to an application are found, and no others, on %s",
	async (kind) => {
		const database = await openTestDatabase(kind);
		await database.write(async (transaction) => {
			for (const index of [3, 1_100, 5_000]) {
				const reference = `APP-${String(index).padStart(8, "0")}`;
				await insertApplication(transaction, {
					...application,
					reference,
					tokenHash: reference,
					resume: { ...application.resume, file: `${index}.pdf` },
				});
			}
		});
		const names = Array.from({ length: 1_200 }, (_, index) => `${index}.pdf`);
		expect(await findReferredFiles(database.db, names)).toEqual(new Set(["3.pdf", "1100.pdf"]));
		expect(await findReferredFiles(database.db, [])).toEqual(new Set());
	},
);

test.each(databaseKinds)(
	"applications from before there was a quarantine keep their state and can be quarantined, and no other state is taken, on %s",
	async (kind) => {
		const config = await createTestDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0014-add-told-jobs" });
		await before.write(async (transaction) => {
			await insertApplication(transaction, {
				...application,
				reference: "APP-1",
				tokenHash: "1",
				resume: { ...application.resume, file: "1.pdf" },
			});
			await insertApplication(transaction, {
				...application,
				reference: "APP-2",
				tokenHash: "2",
				resume: { ...application.resume, file: "2.pdf" },
				state: "withdrawn",
			});
		});

		const { db, write } = await openTestDatabase(kind, config);
		const listStates = async () =>
			Object.fromEntries((await listApplications(db)).map(({ reference, state }) => [reference, state]));
		expect(await listStates()).toEqual({ "APP-1": "received", "APP-2": "withdrawn" });
		const quarantine = (reference: string) =>
			write((transaction) => changeApplicationState(transaction, reference, { from: "received", to: "quarantined" }));
		expect([await quarantine("APP-1"), await quarantine("APP-1"), await quarantine("APP-2")]).toEqual([
			true,
			false,
			false,
		]);
		expect(await listStates()).toEqual({ "APP-1": "quarantined", "APP-2": "withdrawn" });
		expect(await listApplications(db, { state: "quarantined" })).toMatchObject([{ reference: "APP-1" }]);
		await expect(sql`update applications set state = 'lost'`.execute(db)).rejects.toThrow(/check/i);
	},
);
