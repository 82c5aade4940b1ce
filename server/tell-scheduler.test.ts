import { expect, test } from "vitest";
import { openTestAccounts } from "../tests/support/accounts.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { createTellScheduler } from "./tell-scheduler.ts";

test.each(serverDatabaseKinds)(
	"the author of a failed scheduled release gets an e-mail with the reason, on %s",
	async (kind) => {
		const { database, clock, accounts, makeAdmin } = await openTestAccounts(kind);
		await makeAdmin();
		const [owner] = await accounts.administration.list();
		const tell = createTellScheduler({ clock, messageIdDomain: "company.example" });
		const problems = [{ file: "home.yml", field: "hero", message: "is wrong" }];
		for (const by of [owner?.id ?? "", "somebody-unknown"])
			await database.write((transaction) => tell(transaction, { by, at: clock.now(), paths: ["home.yml"], problems }));
		const emails = await database.db
			.selectFrom("emails")
			.select(["recipient", "parameters"])
			.where("kind", "=", "publication-failed")
			.execute();
		expect(emails).toEqual([
			{ recipient: owner?.email, parameters: expect.stringContaining("content/home.yml: hero: is wrong") },
		]);
	},
);
