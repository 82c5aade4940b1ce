import { describe, expect, test } from "vitest";
import { createBatchName } from "../core/conversations/bulk-replies.server.ts";
import { findLatestMessage } from "../core/conversations/incoming/message-store.server.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import { findToldStage } from "../core/records/told-stage.server.ts";
import { withdrawApplication } from "../features/careers/applications/store.server.ts";
import { replaceJobStages } from "../features/careers/jobs/job-stages-store.server.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createLog } from "../platform/log.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { openMail } from "../tests/support/incoming-mail.ts";
import { meera } from "../tests/support/records.ts";
import { createTestRenderers } from "../tests/support/rendered-emails.ts";
import { testCompany } from "../tests/support/test-server.ts";

async function setUp(databaseKind: DatabaseKind) {
	const { database, clock, files, kinds, records, receive } = await openMail(databaseKind);
	const by = meera;
	const reference = await storeApplication(database);
	const sender = createOutbox({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		transport: { send: async () => undefined, close() {} },
		getRenderers: () => createTestRenderers(testCompany, files),
	});
	const kind = kinds.find(({ name }) => name === "application");
	if (!kind) throw new Error("There are no applications");
	return {
		database,
		clock,
		reference,
		readWhole: () => findToldStage(database.db, kind, reference),
		read: async () => (await findToldStage(database.db, kind, reference))?.key,
		async move(stage: string) {
			const version = (await records.find(reference))?.version ?? 0;
			const result = await records.changes.change(reference, { field: "stage", value: stage, version, by: by.id });
			return result.ok ? result.batch : undefined;
		},
		async answer(stage: string) {
			const draft = { subject: "Your application", text: "Dear {firstName}", stage, delayHours: 24, by };
			const batch = createBatchName();
			await records.bulkReplies.send(await records.bulkReplies.plan([reference], draft), { ...draft, batch });
			return { stop: () => records.bulkReplies.stop({ batch, kind: "application" }, by.id) };
		},
		/** Sends a reply, and returns what belongs to its conversation. */
		async reply(change: Partial<Parameters<typeof records.replies.send>[1]> = {}) {
			const text = { subject: "Your application", text: "Thank you for the call." };
			const result = await records.replies.send(reference, { ...text, by, ...change });
			if (!result.ok) throw new Error(`The reply is refused: ${result.why}`);
			clock.advance({ seconds: 11 });
			await sender.runOnce();
			return { "In-Reply-To": result.reply.messageId };
		},
		/** Receives a message of theirs and returns its id. */
		async receive(headers: Record<string, string>) {
			await receive(headers);
			const record = await findRecord(database.db, reference);
			return record && (await findLatestMessage(database.db, record))?.id;
		},
		undo: (batch = "") => records.changes.undo({ batch, kind: "application" }, by.id),
		async wait() {
			clock.advance({ hours: 24, minutes: 1 });
			await sender.runOnce();
		},
	};
}

describe.each(serverDatabaseKinds)("the stage that applicants may know, on %s", (databaseKind) => {
	test("is not a rejection that has not left, and is it once it has", async () => {
		const { read, move, answer, wait } = await setUp(databaseKind);
		expect(await read()).toBe("new");
		await move("in-review");
		expect(await read()).toBe("in-review");
		const first = await answer("rejected");
		expect(await read()).toBe("in-review");
		await first.stop();
		expect(await read()).toBe("in-review");
		await answer("rejected");
		await wait();
		expect(await read()).toBe("rejected");
	});

	test("is not a rejection without a message", async () => {
		const { read, move } = await setUp(databaseKind);
		await move("in-review");
		await move("rejected");
		expect(await read()).toBe("in-review");
	});

	test("is not a rejection because of a reply from before it", async () => {
		const { read, move, answer, reply, wait } = await setUp(databaseKind);
		await move("in-review");
		await reply();
		const first = await answer("rejected");
		expect(await read()).toBe("in-review");
		await first.stop();
		await move("rejected");
		expect(await read()).toBe("in-review");
		await move("in-review");
		await answer("rejected");
		await reply();
		expect(await read()).toBe("in-review");
		await wait();
		expect(await read()).toBe("rejected");
	});

	test("is a rejection that a reply makes, or of which one was written after it, also where it is restored", async () => {
		const { read, move, reply, receive, undo } = await setUp(databaseKind);
		const thread = await reply({ stage: "rejected" });
		expect(await read()).toBe("rejected");
		const batch = await move("in-review");
		expect(await read()).toBe("in-review");
		await undo(batch);
		expect(await read()).toBe("rejected");
		await move("in-review");
		await move("rejected");
		expect(await read()).toBe("in-review");
		const quotedId = await receive(thread);
		await reply({ isForward: true, quotedId, cc: "expert@elsewhere.example" });
		expect(await read()).toBe("in-review");
		await reply();
		expect(await read()).toBe("rejected");
	});

	test("is not that they are invited before the invitation has left", async () => {
		const { read, answer, wait } = await setUp(databaseKind);
		await answer("in-review");
		expect(await read()).toBe("new");
		await wait();
		expect(await read()).toBe("in-review");
	});

	test("is the stage of their own job, in its own words", async () => {
		const { database, readWhole, move } = await setUp(databaseKind);
		await database.write((transaction) =>
			replaceJobStages(transaction, "react-engineer", [
				{ key: "first-look", label: "First look", open: true, senderReads: "Our weavers look at it." },
				{ key: "trial-day", label: "Trial day", open: true, senderReads: "Come and weave with us." },
			]),
		);
		expect((await readWhole())?.senderReads).toBe("Our weavers look at it.");
		await move("trial-day");
		expect((await readWhole())?.senderReads).toBe("Come and weave with us.");
	});

	test("is at once that they have withdrawn", async () => {
		const { read, database, clock, reference } = await setUp(databaseKind);
		await database.write((transaction) =>
			withdrawApplication(transaction, reference, { from: "received", now: clock.now() }),
		);
		expect(await read()).toBe("withdrawn");
	});
});
