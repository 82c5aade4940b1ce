import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../platform/database/database.ts";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import { respondOnce } from "../../platform/http/idempotency.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { createTestDirectory } from "../support/databases.ts";
import { startPostgresPair } from "../support/postgres-cluster.ts";

const log = createLog({ logLevel: "silent" });

test("nothing is acknowledged that the synchronous standby does not have, and all that was is there after its promotion", async () => {
	const pair = await startPostgresPair();
	onTestFinished(() => pair.stop());
	const open = async () =>
		openDatabase({ dataDirectory: await createTestDirectory(), databaseUrl: pair.url }, { migrations, log });
	const database = await open();
	onTestFinished(() => database.close());
	const store = (key: string) =>
		database.write((transaction) =>
			respondOnce(transaction, { route: "standby", key, body: "" }, Temporal.Now.instant(), async () => ({
				reference: key,
			})),
		);
	const listKeys = async () =>
		(await database.db.selectFrom("idempotencyKeys").select("key").execute()).map(({ key }) => key);

	const acknowledged = await store(randomUUID());
	const goOn = await pair.holdReplication();
	const key = randomUUID();
	await expect(store(key)).rejects.toThrow(StorageUnavailableError);
	// A second attempt finds it on the primary, which is not enough either.
	await expect(store(key)).rejects.toThrow(StorageUnavailableError);
	await pair.killPrimary();
	goOn();
	await pair.promoteStandby();
	await expect.poll(() => store("after").catch(() => undefined)).toBeDefined();
	expect(await listKeys()).toContain(acknowledged.reference);
});
