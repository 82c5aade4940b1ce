import { describe, expect, test } from "vitest";
import { respondToSubscriptionForm } from "../../core/subscriptions/respond-to-subscription-form.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken } from "../../platform/ids/secret-token.ts";
import { databaseKinds, type DatabaseKind } from "../../tests/support/databases.ts";
import { noNotice } from "../../tests/support/notices.ts";
import { renderEmails } from "../../tests/support/rendered-emails.ts";
import { insertSubscriber } from "../../tests/support/subscribers.ts";
import { startTestServer, testCompany as company } from "../../tests/support/test-server.ts";
import { acceptPostedNewsletterForm } from "./accept-posted-form.server.ts";
import { insertDeliveries, insertIssue, lockIssues } from "./issue-store.server.ts";
import { createIssues } from "./issues.server.ts";
import { createNewsletter, endNewsletterSubscription } from "./newsletter.server.ts";
import { newsletterOffer } from "./offer.ts";
import { newsletterPersonalData } from "./personal-data.server.ts";
import { createIssueSender } from "./send-issues.server.ts";
import type { SendableArticle } from "./sendable-article.ts";

const topics = ["Design", "Management", "Product"];
const article: SendableArticle = {
	slug: "slow-pages",
	title: "What a slow page costs",
	description: "Three figures from a shop.",
	topic: "Design",
	html: '<h2 id="figures">Figures</h2><p>See <a href="/blog/other">another</a>.</p><img src="/pictures/a.avif" alt="A loom">',
};
/** The words of a draft that nobody has changed. */
const readWords = ({ title, description }: SendableArticle) => ({ subject: title, preheader: description });
/** Enough for all subscribers of a test at once. */
const allAtOnce = 3_600_000;

const wish = { topics: ["Design"], askedBy: "blog", consent: newsletterOffer } as const;

/** Returns the token of an e-mail's private link. */
const readToken = (email: { text: string } | undefined) =>
	/\/newsletter\/([0-9a-f]{40})/.exec(email?.text ?? "")?.[1] ?? "";

async function prepare(kind: DatabaseKind, { perHour = allAtOnce } = {}) {
	const server = await startTestServer(kind);
	const { database, clock } = server;
	/** The public articles, by slug. */
	const articles = new Map<string, SendableArticle>([[article.slug, article]]);
	const deps = {
		clock,
		messageIdDomain: "narangi.example",
		findArticle: (slug: string) => articles.get(slug),
	};
	const newsletter = createNewsletter({
		...deps,
		database,
		keptMonths: 0,
		timeZone: company.timeZone,
		noteNotice: noNotice,
		onEmails: () => undefined,
	});
	const issues = createIssues({
		...deps,
		database,
		company,
		publicUrl: "https://narangi.example",
		onEmails: () => undefined,
	});
	let woken = 0;
	/** Creates the sender of one process, whose transactions can be ended before they commit. */
	const createSender = (beforeCommit: () => void = () => undefined) =>
		createIssueSender({
			...deps,
			database: {
				...database,
				write: ((work) =>
					database.write(async (transaction) => {
						const result = await work(transaction);
						beforeCommit();
						return result;
					})) satisfies Database["write"],
			},
			perHour,
			onNewsletters: () => (woken += 1),
		});
	const subscribe = (count: number, chosen: string[] = [], prefix = "0") =>
		database.write(async (transaction) => {
			for (let index = 0; index < count; index++) {
				const reference = `SUB-${prefix}${String(index).padStart(7, "0")}`;
				const email = `reader-${prefix}-${index}@reader.example`;
				await insertSubscriber(transaction, { reference, email, topics: chosen }, clock.now());
			}
		});
	/** Sends the article and returns the issue's id. */
	const send = async (dueAt?: Temporal.Instant, sent: SendableArticle = article) => {
		articles.set(sent.slug, sent);
		const id = await issues.open(database, sent, "editor");
		expect(await issues.send(database, id, { dueAt, seen: readWords(sent) })).toBe(true);
		return id;
	};
	const listEmails = async () => (await renderEmails(server)).filter(({ kind: of }) => of === "newsletter");
	/** Marks the waiting e-mails as a mail server's acceptance does. */
	const markAllSent = () =>
		database.db
			.updateTable("emails")
			.set({ state: "sent", sentAt: toInstantText(clock.now()) })
			.where("state", "=", "waiting")
			.execute();
	const readSums = async (id: string) => (await issues.find(id))?.sums;
	return {
		...server,
		articles,
		newsletter,
		issues,
		createSender,
		subscribe,
		send,
		listEmails,
		markAllSent,
		readSums,
		wokenLanes: () => woken,
	};
}

describe.each(databaseKinds)("the newsletter on %s", (kind) => {
	test("asks for consent once, and an e-mail of a confirmed subscription alone has the article", async () => {
		const { newsletter, createSender, send, listEmails, database, ...server } = await prepare(kind);
		for (const email of ["Asha@reader.example", "asha@reader.example"])
			await newsletter.request(email, { ...wish, topics: ["Design"] });
		const [asked, ...others] = await renderEmails({ database, clock: server.clock });
		expect(others).toEqual([]);
		expect(asked).toMatchObject({ kind: "newsletter-confirmation", recipient: "asha@reader.example" });
		const stored = await database.db.selectFrom("newsletterLinks").selectAll().execute();
		expect(JSON.stringify(stored)).not.toContain(readToken(asked));
		await send();
		expect(await createSender().write()).toBe(0);

		expect(await newsletter.confirm(readToken(asked))).toBe(true);
		await send(undefined, { ...article, slug: "another" });
		expect(await createSender().write()).toBe(1);
		const [email] = await listEmails();
		expect(email).toMatchObject({
			recipient: "asha@reader.example",
			subject: article.title,
			headers: {
				"List-Unsubscribe": expect.stringMatching(/^<https:\/\/narangi\.example\/newsletter\/[0-9a-f]{40}>$/),
				"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
			},
		});
		expect(email?.html).toContain('href="https://narangi.example/blog/other"');
		expect(email?.html).not.toContain("<script");
		expect(email?.html).not.toContain(".avif");
		expect(email?.text).toContain("Picture: A loom");
	});

	test("lays out the tables of an article in the text part, too", async () => {
		const { createSender, subscribe, send, listEmails } = await prepare(kind);
		await subscribe(1);
		const rows = ["<tr><th>Shop</th><th>Cost</th></tr>", "<tr><td>Weavers</td><td>12</td></tr>"].join("");
		await send(undefined, { ...article, html: `<p>Figures:</p><table>${rows}</table>` });
		await createSender().write();
		const [email] = await listEmails();
		expect(email?.text).toMatch(/^Shop +Cost\nWeavers +12$/m);
	});

	test("asks again for a confirmation whose e-mail may be lost, but not without end", async () => {
		const { newsletter, clock, ...server } = await prepare(kind);
		const ask = () => newsletter.request("asha@reader.example", { ...wish, topics: ["Design"] });
		const listAsked = () => renderEmails({ database: server.database, clock });
		await ask();
		clock.advance({ hours: 47 });
		for (let time = 0; time < 4; time++) {
			await ask();
			clock.advance({ minutes: 2 });
		}
		const asked = await listAsked();
		expect(asked.map(({ kind: one }) => one)).toEqual(Array.from({ length: 3 }, () => "newsletter-confirmation"));
		clock.advance({ hours: 47 });
		expect(await newsletter.confirm(readToken(asked[0]))).toBe(true);
		expect((await newsletter.find(readToken(asked[2])))?.confirmed).toBe(true);
		await ask();
		expect(await server.database.db.selectFrom("emails").select("id").execute()).toHaveLength(3);
		await newsletter.end(readToken(asked[1]));
		expect(await newsletter.find(readToken(asked[0]))).toBeUndefined();
	});

	test("keeps the topics and the notice of the last request until the address is confirmed, and no others after that", async () => {
		const { clock, database, ...server } = await prepare(kind);
		const shown: [string, string | undefined][] = [];
		const newsletter = createNewsletter({
			database,
			clock,
			messageIdDomain: "narangi.example",
			keptMonths: 0,
			timeZone: company.timeZone,
			noteNotice: async (_, notice) => void shown.push([notice.reference, notice.shown]),
			onEmails: () => undefined,
		});
		await newsletter.request("asha@reader.example", { ...wish, topics: ["Design"] }, "first");
		const [first] = await renderEmails({ ...server, database, clock });
		const read = () => newsletter.find(readToken(first));
		// Too soon for another e-mail.
		await newsletter.request("asha@reader.example", { ...wish, topics: ["Product"] }, "second");
		expect(await read()).toMatchObject({ topics: ["Product"], askedAt: clock.now() });
		clock.advance({ minutes: 2 });
		await newsletter.request(
			"asha@reader.example",
			{ ...wish, topics: [], askedBy: "article", consent: "Yes" },
			"third",
		);
		expect(await read()).toMatchObject({ topics: [], askedBy: "article", consent: "Yes", askedAt: clock.now() });
		expect(shown.map(([, notice]) => notice)).toEqual(["first", "second", "third"]);
		expect(new Set(shown.map(([reference]) => reference)).size).toBe(1);
		await newsletter.confirm(readToken(first));
		clock.advance({ minutes: 2 });
		await newsletter.request("asha@reader.example", { ...wish, topics: ["Design"] }, "fourth");
		expect(await read()).toMatchObject({ topics: [], askedBy: "article", consent: "Yes" });
		expect(shown).toHaveLength(3);
	});

	test("deletes an unconfirmed subscription after two days, and keeps a confirmed one", async () => {
		const { newsletter, subscribe, database, clock } = await prepare(kind);
		await newsletter.request("asha@reader.example", { ...wish, topics: [] });
		await subscribe(1);
		clock.advance({ hours: 48 });
		expect(await newsletterPersonalData.listExpired(database.db, { now: clock.now(), limit: 9 })).toHaveLength(1);
		clock.advance({ hours: 24 * 3_650 });
		expect(await newsletterPersonalData.listExpired(database.db, { now: clock.now(), limit: 9 })).toHaveLength(1);
	});

	test("sends each subscriber of the topic one e-mail of an issue, however many processes write and die", async () => {
		const { createSender, subscribe, send, database } = await prepare(kind);
		await subscribe(530);
		await subscribe(30, ["Design", "Product"], "1");
		await subscribe(40, ["Management"], "2");
		await send();
		const listReferences = () =>
			database.db.selectFrom("emails").select("reference").where("kind", "=", "newsletter").execute();
		let died = 0;
		const dying = createSender(() => {
			died += 1;
			if (died % 2 === 0) throw new Error("killed");
		});
		const sender = createSender();
		for (let turn = 0; turn < 2; turn++) await dying.write().catch(() => undefined);
		await Promise.all([sender.write(), createSender().write()]);
		// No more than five hundred wait.
		expect(await listReferences()).toHaveLength(500);
		await database.db.updateTable("emails").set({ state: "sent" }).where("kind", "=", "newsletter").execute();
		await sender.write();
		const recipients = (
			await database.db.selectFrom("emails").select("recipient").where("kind", "=", "newsletter").execute()
		).map(({ recipient }) => recipient);
		expect(recipients).toHaveLength(560);
		expect(new Set(recipients).size).toBe(560);
		expect(recipients.filter((recipient) => recipient.startsWith("reader-2-"))).toEqual([]);
		expect(await sender.write()).toBe(0);
	});

	test("writes no more than the rate allows, and begins at the time", async () => {
		const { createSender, subscribe, send, clock, issues, wokenLanes } = await prepare(kind, { perHour: 360 });
		await subscribe(20);
		const id = await send(clock.now().add({ minutes: 10 }));
		const { write } = createSender();
		expect(await write()).toBe(0);
		clock.advance({ minutes: 10 });
		expect(await write()).toBe(1);
		expect(await write()).toBe(0);
		expect(wokenLanes()).toBe(1);
		clock.advance({ seconds: 30 });
		expect(await write()).toBe(3);
		// A pause is made up for by a minute at most.
		clock.advance({ hours: 3 });
		expect(await write()).toBe(6);
		expect((await issues.find(id))?.state).toBe("sending");
	});

	test("stops while it is sent, and goes on with those who do not have it: nobody gets it twice", async () => {
		const { createSender, subscribe, send, issues, listEmails, database, clock } = await prepare(kind, {
			perHour: 3_600,
		});
		await subscribe(50);
		const id = await send();
		const { write } = createSender();
		await write();
		const listRows = () =>
			database.db
				.selectFrom("emails")
				.select(["recipient", "messageId", "state"])
				.where("kind", "=", "newsletter")
				.orderBy("recipient")
				.execute();
		const written = await listRows();
		expect(written).toHaveLength(10);
		// Three of them have left.
		await database.db
			.updateTable("emails")
			.set({ state: "sent", sentAt: toInstantText(clock.now()) })
			.where(
				"recipient",
				"in",
				written.slice(0, 3).map(({ recipient }) => recipient),
			)
			.execute();
		expect(await issues.stop(database, id)).toBe(true);
		expect(await issues.stop(database, id)).toBe(false);
		expect((await listRows()).map(({ state }) => state)).toEqual([...Array(3).fill("sent"), ...Array(7).fill("held")]);
		clock.advance({ minutes: 1 });
		expect(await write()).toBe(0);
		expect(await issues.send(database, id, { dueAt: undefined, seen: readWords(article) })).toBe(false);
		// Somebody who subscribes now has not asked for an article that was sent before.
		await subscribe(1, [], "9");

		expect(await issues.open(database, article, "editor")).toBe(id);
		expect(await issues.resume(database, id)).toBe(true);
		expect(await issues.resume(database, id)).toBe(false);
		while ((await issues.find(id))?.state !== "sent") {
			await Promise.all([write(), createSender().write()]);
			clock.advance({ minutes: 1 });
		}
		const all = await listRows();
		expect(all.map(({ recipient }) => recipient)).toHaveLength(50);
		expect(new Set(all.map(({ recipient }) => recipient)).size).toBe(50);
		// E-mails of the outbox keep their Message-IDs, so that a copy shows once.
		for (const { messageId, recipient } of written)
			expect(all.find((one) => one.messageId === messageId)?.recipient).toBe(recipient);
		expect(await listEmails()).toHaveLength(47);
		const [email] = all;
		await expect(
			database.write((transaction) =>
				insertDeliveries(transaction, id, [{ subscription: "SUB-00000000", messageId: `${email?.messageId}2` }]),
			),
		).rejects.toThrow();
	});

	test("goes on at a rate below one a minute", async () => {
		const { createSender, subscribe, send, clock, issues } = await prepare(kind, { perHour: 7 });
		await subscribe(3);
		const id = await send();
		const { write } = createSender();
		const written: number[] = [];
		for (let minute = 0; minute < 30; minute++) {
			written.push(await write());
			clock.advance({ minutes: 1 });
		}
		expect(written.flatMap((count, minute) => (count > 0 ? [[minute, count]] : []))).toEqual([
			[0, 1],
			[17, 1],
			[26, 1],
		]);
		expect((await issues.find(id))?.state).toBe("sent");
	});

	test("of an article there is one issue, also in the database and once it has another address", async () => {
		const { issues, articles, database, clock } = await prepare(kind);
		const id = await issues.open(database, article, "editor");
		const moved = { ...article, slug: "slower-pages" };
		for (const slug of [article.slug, moved.slug]) articles.set(slug, moved);
		expect(await issues.open(database, moved, "editor")).toBe(id);
		const { slug, description, ...text } = article;
		const words = { subject: article.title, preheader: description };
		await expect(
			database.write((transaction) =>
				insertIssue(transaction, {
					...text,
					...words,
					id: "NWS-00000002",
					article: slug,
					createdAt: clock.now(),
					createdBy: "editor",
				}),
			),
		).rejects.toThrow();
	});

	test("what is cancelled before it begins is a draft again", async () => {
		const { issues, send, subscribe, createSender, clock, database } = await prepare(kind);
		await subscribe(2);
		const id = await send(clock.now().add({ hours: 1 }));
		expect(await issues.stop(database, id)).toBe(true);
		expect(await issues.find(id)).toMatchObject({ state: "draft", dueAt: undefined });
		expect(await issues.send(database, id, { dueAt: undefined, seen: readWords(article) })).toBe(true);
		expect(await createSender().write()).toBe(2);
	});

	test("sends the article as it is public then, and stops when it is not", async () => {
		const { issues, articles, send, subscribe, createSender, clock, database, listEmails } = await prepare(kind, {
			perHour: 3_600,
		});
		await subscribe(30);
		const id = await send();
		articles.set(article.slug, { ...article, html: "<p>Corrected before it was sent.</p>" });
		const { write } = createSender();
		await write();
		for (const { html } of await listEmails()) expect(html).toContain("Corrected before it was sent.");
		articles.delete(article.slug);
		clock.advance({ seconds: 10 });
		expect(await write()).toBe(0);
		expect(await issues.find(id)).toMatchObject({ state: "stopped", sums: { written: 10, waiting: 0 } });

		articles.set(article.slug, article);
		expect(await issues.resume(database, id)).toBe(true);
		await write();
		const emails = await listEmails();
		expect(emails).toHaveLength(20);
		for (const { html } of emails) expect(html).toContain("Figures");

		const other = { ...article, slug: "other" };
		const scheduled = await send(clock.now().add({ hours: 1 }), other);
		await issues.stop(database, id);
		articles.delete("other");
		clock.advance({ hours: 1 });
		expect(await write()).toBe(0);
		expect(await issues.find(scheduled)).toMatchObject({ state: "stopped", startedAt: undefined });
	});

	test("sums what was sent, bounced, reported and unsubscribed, and deletes those addresses", async () => {
		const { newsletter, createSender, subscribe, send, listEmails, markAllSent, readSums, database, clock } =
			await prepare(kind);
		await subscribe(4);
		const id = await send();
		await createSender().write();
		const [email] = await listEmails();
		const tokens = await database.db
			.selectFrom("emails")
			.select(["reference", "messageId"])
			.where("kind", "=", "newsletter")
			.orderBy("recipient")
			.execute();
		await markAllSent();
		const [, bounced, reported] = tokens;
		if (!bounced || !reported) throw new Error("There are no e-mails");
		await database.write((transaction) =>
			endNewsletterSubscription(transaction, bounced, { at: clock.now(), by: "bounce" }),
		);
		await database.write((transaction) =>
			endNewsletterSubscription(transaction, reported, { at: clock.now(), by: "complaint" }),
		);
		const form = new FormData();
		form.set("List-Unsubscribe", "One-Click");
		expect(await respondToSubscriptionForm(form, readToken(email), newsletter)).toBe("ended");
		expect(await respondToSubscriptionForm(form, readToken(email), newsletter)).toBe("ended");
		expect(await readSums(id)).toEqual({
			written: 4,
			sent: 4,
			delivered: 3,
			waiting: 0,
			bounced: 1,
			complained: 1,
			unsubscribed: 1,
		});
		const left = await database.db.selectFrom("newsletterSubscriptions").select("email").execute();
		expect(left).toHaveLength(1);
	});

	test("ends a subscription whose address a mail server refused, and deletes old e-mails but not their sums", async () => {
		const { createSender, subscribe, send, markAllSent, readSums, database, clock } = await prepare(kind);
		await subscribe(3);
		const id = await send();
		const { write, settle } = createSender();
		await write();
		const refuse = (recipient: string, lastError: string) =>
			database.db
				.updateTable("emails")
				.set({ state: "failed", lastError })
				.where("recipient", "=", recipient)
				.execute();
		await refuse("reader-0-0@reader.example", "550 5.1.1 No such user");
		await refuse("reader-0-1@reader.example", "552 5.3.4 Message too big");
		await markAllSent();
		await settle();
		clock.advance({ hours: 24 * 91 });
		await settle();
		expect(await readSums(id)).toMatchObject({ written: 3, sent: 1, delivered: 1, bounced: 1 });
		const emails = await database.db.selectFrom("emails").select("state").execute();
		expect(emails).toEqual([{ state: "failed" }]);
		const left = await database.db.selectFrom("newsletterSubscriptions").select("reference").execute();
		expect(left).toHaveLength(2);
	});

	test("has one draft of an article, which changes until it is sent, and a test goes to one address", async () => {
		const { issues, database, clock } = await prepare(kind);
		const id = await issues.open(database, article, "editor");
		expect(await issues.open(database, article, "another")).toBe(id);
		const words = { subject: "Slow pages", preheader: "Cost" };
		const text = { ...article, html: "<p>New</p>" };
		expect(await issues.save(database, id, words, text)).toBe(true);
		await issues.test(database, id, "ritu@narangi.example");
		const [sent] = await renderEmails({ database, clock });
		expect(sent).toMatchObject({ recipient: "ritu@narangi.example", subject: "Test: Slow pages" });
		expect(await issues.send(database, id, { dueAt: undefined, seen: words })).toBe(true);
		expect(await issues.save(database, id, words, text)).toBe(false);
		expect(await issues.deleteDraft(database, id)).toBe(false);
	});

	test("takes the form without scripts, and refuses hostile input in words", async () => {
		const { newsletter, database, clock } = await prepare(kind);
		const post = (fields: [string, string][]) => {
			const form = new FormData();
			for (const [name, value] of fields) form.append(name, value);
			return acceptPostedNewsletterForm(form, { newsletter, topics, locale: "en-IN" });
		};
		for (const email of ["", "nobody", `${"a".repeat(300)}@reader.example`, "a@b.example\r\nBcc: all@reader.example"])
			expect(await post([["email", email]])).toMatchObject({ kind: "rejected" });
		expect(await renderEmails({ database, clock })).toEqual([]);
		await post([
			["email", "asha@reader.example"],
			["topics", "<script>"],
			["topics", "Product"],
			["topics", "Product"],
		]);
		const [stored] = await database.db.selectFrom("newsletterSubscriptions").selectAll().execute();
		expect(stored).toMatchObject({ topics: '["Product"]', askedBy: "page", consent: newsletterOffer });
		const [email] = await renderEmails({ database, clock });
		expect(await newsletter.choose(readToken(email), ["Design"])).toBe(true);
		expect((await newsletter.find(readToken(email)))?.topics).toEqual(["Design"]);
	});
});

test("an e-mail of something else that comes back waits for no issue that is being written", async () => {
	// Transactions of SQLite never overlap.
	const { database, clock } = await prepare("postgres");
	const returned = { reference: "ENQ-00000001", messageId: "<enquiry@narangi.example>" };
	await database.write(async (writing) => {
		await lockIssues(writing);
		await database.write((transaction) =>
			endNewsletterSubscription(transaction, returned, { at: clock.now(), by: "bounce" }),
		);
	});
});

test("a private link answers when the site module is off, and the form does not", async () => {
	const { url } = await startTestServer("sqlite");
	const post = (path: string) => fetch(url + path, { method: "POST", body: new URLSearchParams({ intent: "end" }) });
	expect((await post("/newsletter")).status).toBe(404);
	expect((await post(`/newsletter/${createToken()}`)).status).toBe(200);
});
