import { describe, expect, test } from "vitest";
import type { DraftResponse } from "../desk/studio/draft-response.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import type { ContentSource } from "../features/publishing/documents/content-source.server.ts";
import { bodyName, itemsName } from "../features/publishing/forms/field-names.ts";
import { findLastRelease } from "../features/publishing/releases/release-store.server.ts";
import { createOrderedId } from "../platform/ids/ordered-id.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { createTestStudio, readTestContent } from "../tests/support/studios.ts";
import { createTestPages, startTestServer } from "../tests/support/test-server.ts";

const post = "blog/first-page-of-the-month.md";
const questions = "faq.yml";

type Fields = [name: string, value: string][];

const renderAnything: SitePages["render"] = async () =>
	new Response("<style>p{color:red}</style><script>alert(1)</script><h1>Rendered</h1>", {
		headers: { "content-type": "text/html" },
	});

async function openStudio(
	kind: DatabaseKind = "sqlite",
	render = renderAnything,
	{ environment = {}, base }: { environment?: Record<string, string>; base?: ContentSource } = {},
) {
	const server = await startTestServer(kind, { environment, pages: createTestPages(render) });
	const desk = await server.openDesk({ roles: ["editor"], base: base ?? (await readTestContent()) });
	return {
		...server,
		desk,
		async get(url: string) {
			const answer = await desk.inject({ method: "GET", url });
			expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
			return answer.body.replaceAll("<!-- -->", "");
		},
		/** Sends a form as a browser without scripts does. */
		post: (url: string, fields: Fields) =>
			desk.inject({
				method: "POST",
				url,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			}),
	};
}

/** The form of the post with some fields replaced. */
function writePost(changes: Record<string, string>): Fields {
	return Object.entries({
		"fields.title": "First page of the month",
		"fields.description": "What the first page of a monthly report says, and what it leaves to the pages behind it.",
		"fields.category": "Reporting",
		"fields.author": "somebody",
		"fields.date": "2026-01-05",
		[bodyName]: "## A heading\n\nText.",
		version: "0",
		do: "save",
		...changes,
	});
}

/** The form of the questions, each with its own text. */
function writeQuestions(keys: string[], more: Fields = []): Fields {
	return [
		...keys.flatMap((key): Fields => [
			[itemsName("fields"), key],
			[`fields.${key}.question`, `Question of ${key}?`],
			[`fields.${key}.answer`, `Answer of ${key}.`],
		]),
		["version", "0"],
		...more,
	];
}

describe.each(serverDatabaseKinds)("on %s", (kind) => {
	test("a conflicting draft is not stored", async () => {
		const { get, post: send } = await openStudio(kind);
		const path = `/studio/documents/${post}`;
		const saved = await send(path, writePost({ "fields.title": "The title of Asha" }));
		expect([saved.statusCode, saved.headers.location]).toEqual([303, path]);
		const conflict = await send(path, writePost({ "fields.title": "The title of Ravi" }));
		expect(conflict.statusCode).toBe(409);
		const page = conflict.body.replaceAll("<!-- -->", "");
		expect(page).toContain('value="The title of Ravi"');
		expect(page).toMatch(/<del>.*Ravi<\/del><ins>.*Asha<\/ins>/);
		expect(await get(path)).toContain('value="The title of Asha"');

		const [, version = ""] = /name="version" value="(\d+)"/.exec(page) ?? [];
		await send(path, writePost({ "fields.title": "The title of Ravi", version }));
		expect(await get(path)).toContain('value="The title of Ravi"');
	});

	test("an open form does not take back what somebody has published meanwhile", async () => {
		const { get, post: send, desk, database } = await openStudio(kind);
		const path = `/studio/documents/${post}`;
		const [, edition = ""] = /name="edition" value="(\d+)"/.exec(await get(path)) ?? [];
		const { studio } = await createTestStudio(database);
		const text = ((await studio.getDocument(post))?.current ?? "").replace(/^title: .*$/m, "title: The title of Asha");
		await studio.saveDraft(post, { text, version: 0 }, desk.accountId);
		expect(await studio.publish({ paths: [post] }, desk.accountId)).toEqual({ edition: 1 });
		const conflict = await send(path, writePost({ "fields.title": "The title of Ravi", edition }));
		expect(conflict.statusCode).toBe(409);
		const page = conflict.body.replaceAll("<!-- -->", "");
		expect(page).toContain("published a newer version");
		expect(page).toMatch(/<del>.*Ravi<\/del><ins>.*Asha<\/ins>/);
		expect(await get(path)).toContain('value="The title of Asha"');
		const [, next = ""] = /name="edition" value="(\d+)"/.exec(page) ?? [];
		expect((await send(path, writePost({ "fields.title": "The title of Ravi", edition: next }))).statusCode).toBe(303);
		expect(await get(path)).toContain('value="The title of Ravi"');
	});

	test("a save while typing reports errors at the browser's inputs", async () => {
		const { post: send } = await openStudio(kind);
		const keys = ["0", "2", "n6", "1", "3", "4"];
		const answer = await send(
			`/studio/drafts/${questions}`,
			writeQuestions(keys).map(([name, value]) => [name, name === "fields.n6.answer" ? "" : value]),
		);
		expect(answer.statusCode).toBe(200);
		const { saved } = answer.json<DraftResponse>();
		expect(saved?.version).toBeGreaterThan(0);
		expect(saved?.problems.here.map(({ field }) => field)).toEqual(["fields.n6.answer"]);
	});
});

test("a draft that mends an error of another one is published with it", async () => {
	const { get, desk } = await openStudio();
	const studio = desk.site?.studio;
	const change = async (path: string, from: RegExp, to: string) => {
		const before = (await studio?.getDocument(path))?.current ?? "";
		const text = before.replace(from, to);
		expect(text).not.toBe(before);
		await studio?.saveDraft(path, { text, version: 0 }, desk.accountId);
	};
	await change("company.yml", /averageRating: "4\.6"/, 'averageRating: "4.7"');
	const publish = "/studio/publish?path=company.yml&step=offer";
	const refused = await get(publish);
	expect(refused).toContain("Distribution › Ratings: the ratings average 4.6, but the company’s average rating is 4.7");
	expect(refused).toContain('href="/studio/documents/pages/rating.yml#fields.distribution.ratings"');
	await change("pages/rating.yml", /stars: 5, count: 41/, "stars: 5, count: 60");
	const page = await get(publish);
	expect(page).not.toContain("Fix 1 error");
	expect(page).toContain("Ratings page is published too");
	expect(page).toContain('<input type="hidden" name="step" value="offer"/>');
	expect(await get("/studio/documents/company.yml")).not.toContain("Fix 1 error");
});

test.each([
	["up fields 2", ["0", "2", "1", "3", "4", "5"]],
	["down fields 0", ["1", "0", "2", "3", "4", "5"]],
	["remove fields 5", ["0", "1", "2", "3", "4"]],
])("the button %s changes the list and keeps what was typed", async (button, expected) => {
	const { get, post: send } = await openStudio();
	const path = `/studio/documents/${questions}`;
	const answer = await send(path, writeQuestions(["0", "1", "2", "3", "4", "5"], [["do", button]]));
	expect(answer.headers.location).toMatch(new RegExp(`^${path}#fields\\.\\d$`));
	const shown = [...(await get(path)).matchAll(/value="Question of (\d)\?"/g)].map(([, key]) => key);
	expect(shown).toEqual(expected);
});

test("an editor's text runs nowhere, and a document may be longer than other forms", async () => {
	const { get, post: send } = await openStudio();
	const script = '</textarea><script>planted=1</script><img src=x onerror="planted=1">';
	const long = `${script}\n\n${"word ".repeat(50_000)}`;
	const path = `/studio/documents/${post}`;
	expect((await send(path, writePost({ "fields.title": script, [bodyName]: long }))).statusCode).toBe(303);
	for (const url of [path, "/studio", "/studio/publish", "/"]) expect(await get(url)).not.toContain(script);
	const drawn = await send("/studio/markdown", [["markdown", `${script} [a](javascript:alert(1)) **b**`]]);
	expect(drawn.body).toContain("<strong>b</strong>");
	expect(drawn.body).not.toMatch(/<script|onerror|javascript:/);
	const pasted = await send("/studio/markdown", [
		["html", `<h1>A</h1>${script}<p><a href="javascript:alert(1)">b</a></p>`],
	]);
	expect(pasted.json()).toEqual({
		markdown: "## A\n\nb",
		left: "1 picture was not pasted. Add the picture with / and Picture.",
	});
	expect((await send("/studio/markdown", [["html", "<div>".repeat(30_000)]])).statusCode).toBe(422);
	const tooLong = await send(path, writePost({ [bodyName]: "w".repeat(1_100_000) }));
	expect(tooLong.statusCode).toBe(413);
});

test("a page that will be is shown in a frame of the desk alone, and nothing runs in it", async () => {
	const { desk } = await openStudio();
	const { headers, statusCode } = await desk.inject({ url: `/studio/preview?path=${post}&page=/blog&version=0` });
	expect(statusCode).toBe(200);
	expect(headers["content-security-policy"]).toMatch(
		/script-src 'none'.*frame-ancestors 'self'; sandbox allow-same-origin$/,
	);
	expect((await desk.inject({ url: "/studio/preview?page=//evil.example/&version=0" })).statusCode).toBe(404);
});

test.each([
	"/demo/booking/0123456789012345678901234567890123456789",
	"/career/application/0123456789012345678901234567890123456789",
	"/career/interview/0123456789012345678901234567890123456789",
	"/career/alerts/0123456789012345678901234567890123456789",
	"/newsletter/0123456789012345678901234567890123456789",
	"/career/talent-pool/APP-7K3F9QXM.0123456789012345678901",
	"/person/0123456789012345678901234567890123456789",
	"/career/apply",
	"/demo/by-form",
	"/blog/feed.xml",
])("there is no preview of a page that shows no content: %s", async (page) => {
	const { desk } = await openStudio();
	for (const version of ["0", "1"]) {
		const { statusCode } = await desk.inject({ url: `/studio/preview?${new URLSearchParams({ page, version })}` });
		expect(statusCode).toBe(404);
	}
});

test("an untouched form of a document that does not exist yet makes no draft", async () => {
	const content = await readTestContent();
	const documents = new Map([...content.documents].filter(([path]) => path !== "menus.yml"));
	const { database, post: send } = await openStudio("sqlite", renderAnything, { base: { ...content, documents } });
	const saved = await send("/studio/documents/menus.yml", [
		["version", "0"],
		["do", "save"],
	]);
	expect(readNotice(saved).text).toBe("No changes to save.");
	expect(await database.db.selectFrom("contentDrafts").select("path").execute()).toEqual([]);
});

test("a draft with something wrong is not published, and no page of it is shown", async () => {
	const { desk, get, post: send } = await openStudio();
	await send(`/studio/documents/${post}`, writePost({}));
	// It has no picture.
	expect(await get(`/studio/publish?path=${post}`)).toContain("must be an .svg or .avif file");
	const [, version = ""] = /name="version" value="(\d+)"/.exec(await get(`/studio/documents/${post}`)) ?? [];
	expect((await desk.inject({ url: `/studio/preview?path=${post}&page=/blog&version=1` })).statusCode).toBe(422);
	const published = await send("/studio/publish", [["draft", `${version} ${post}`]]);
	expect(published.statusCode).toBe(422);
	expect(published.body).toContain("Not published");
});

test.each([
	["", "Enter a date and time"],
	["2020-01-01T10:00", "Choose a time in the future"],
])("a time of publication such as %j is refused", async (at, message) => {
	const { post: send } = await openStudio();
	await send(`/studio/documents/${post}`, writePost({}));
	const answer = await send("/studio/publish", [
		["draft", `1 ${post}`],
		["when", "later"],
		["at", at],
	]);
	expect(answer.statusCode).toBe(422);
	expect(answer.body).toContain(message);
});

test("what a text shows otherwise than it looks is named before it is published, and may be", async () => {
	const { desk, database, get, post: send } = await openStudio();
	const text = (await readTestContent()).documents.get(post) ?? "";
	const slips = "[our plans](https://)\n\n| a | b |\n|---|---|\n| 1 | 2 |\nbelow it";
	await (
		await createTestStudio(database)
	).studio.saveDraft(post, { text: `${text}\n${slips}\n`, version: 0 }, desk.accountId);
	const page = await get(`/studio/publish?path=${post}`);
	expect(page).toContain("The link “our plans” leads nowhere. Give it an address.");
	expect(page).toContain("“below it” is shown as a row of the table above it. Leave an empty line before it.");
	const [, version = ""] = /name="draft" checked="" value="(\d+) /.exec(page) ?? [];
	expect((await send("/studio/publish", [["draft", `${version} ${post}`]])).headers.location).toBe("/studio");
});

test("a draft that was unticked after the preview is not published, and none that was not seen is", async () => {
	const { desk, database, get, post: send } = await openStudio();
	const { documents } = await readTestContent();
	const { studio } = await createTestStudio(database);
	const other = [...documents.keys()].find((path) => path.startsWith("blog/") && path !== post) ?? "";
	for (const path of [post, other]) {
		const text = (documents.get(path) ?? "").replace(/^title: .*$/m, "title: A new title");
		await studio.saveDraft(path, { text, version: 0 }, desk.accountId);
	}
	const isDraft = async (path: string) => (await studio.getDocument(path))?.draft !== undefined;
	const readBoxes = (html: string) =>
		[...html.matchAll(/<input type="checkbox" name="(draft|path)"( checked="")? value="([^"]*)"/g)].map(
			([, name = "", isTicked, value = ""]) => ({ name, isTicked: isTicked !== undefined, value }),
		);
	const sendTicked = (html: string, more: Fields = []) => {
		const [form = ""] = /<form [^>]*>(?=<div class="panel)/.exec(html) ?? [];
		const [, action = ""] = /action="([^"]*)"/.exec(form) ?? [];
		expect(action).toContain("/studio/publish");
		const ticked = readBoxes(html).filter(({ isTicked }) => isTicked);
		return send(action.replaceAll("&amp;", "&"), [
			...ticked.map(({ name, value }): [string, string] => [name, value]),
			...more,
		]);
	};

	const both = readBoxes(await get("/studio/publish"));
	expect(both.map(({ name, isTicked }) => [name, isTicked])).toEqual([
		["draft", true],
		["draft", true],
	]);
	const none = readBoxes(await get("/studio/publish?choice=own"));
	expect(none).toEqual([post, other].toSorted().map((value) => ({ name: "path", isTicked: false, value })));

	const one = await get(`/studio/publish?path=${post}&choice=own&note=A+note`);
	expect(one).toContain('value="A note"');
	const unseen = await sendTicked(one, [["path", other]]);
	expect([unseen.statusCode, unseen.body.includes("Preview the changes first")]).toEqual([422, true]);
	expect(readBoxes(unseen.body).every(({ isTicked }) => isTicked)).toBe(true);

	const seen = both.find(({ value }) => value.endsWith(` ${post}`))?.value ?? "";
	const wrongTime = await send("/studio/publish", [
		["draft", seen],
		["until", "2020-01-01T10:00"],
	]);
	expect(wrongTime.statusCode).toBe(422);
	const published = await sendTicked(wrongTime.body);
	expect(published.headers.location).toBe("/studio");
	expect([await isDraft(post), await isDraft(other)]).toEqual([false, true]);
});

test("a change that pushes a page over its budget asks for consent", async () => {
	const {
		desk,
		database,
		get,
		post: send,
	} = await openStudio("sqlite", async (_request, context) => {
		const { posts } = context.get(contentContext);
		return new Response(posts.map(({ html }) => html).join(""), { headers: { "content-type": "text/html" } });
	});
	const text = (await readTestContent()).documents.get(post) ?? "";
	const long = `${text}\n${"A paragraph of one line.\n\n".repeat(1_500)}`;
	await (await createTestStudio(database)).studio.saveDraft(post, { text: long, version: 0 }, desk.accountId);
	const page = await get(`/studio/publish?path=${post}`);
	expect(page).toMatch(/elements: 1,\d+ \(limit 1,400\)\. Largest change: .*, Text\./);
	const [, version = ""] = /name="draft" checked="" value="(\d+) /.exec(page) ?? [];
	const publish = (more: Fields) => send("/studio/publish", [["draft", `${version} ${post}`], ...more]);
	const later: Fields = [
		["when", "later"],
		["at", "2099-01-01T10:00"],
	];
	for (const when of [[], later]) {
		const refused = await publish(when);
		expect(refused.statusCode).toBe(422);
		expect(refused.body).toContain("Confirm that you want to publish a page over its size limit");
	}
	expect((await publish([["heavy", "yes"]])).headers.location).toBe("/studio");
});

test("a scheduled release is rescheduled by a form; an invalid or conflicting time is reported and keeps the input", async () => {
	const { desk, database, get, post: send, clock } = await openStudio();
	const text = (await readTestContent()).documents.get(post)?.replace(/^title: .*$/m, "title: Due") ?? "";
	const { studio } = await createTestStudio(database, { clock });
	const saved = await studio.saveDraft(post, { text, version: 0 }, desk.accountId);
	const draft = `${"version" in saved ? saved.version : ""} ${post}`;
	const local = (duration: Temporal.DurationLike) =>
		clock.now().add(duration).toZonedDateTimeISO("Asia/Kolkata").toPlainDateTime().toString({ smallestUnit: "minute" });
	const schedule = { draft, when: "later", at: local({ hours: 1 }), acceptsSample: "yes" };
	expect((await send("/studio/publish", Object.entries(schedule))).headers.location).toBe("/studio/scheduled");
	const again = await send("/studio/publish", Object.entries(schedule));
	expect([again.statusCode, again.body.includes("Already scheduled")]).toEqual([409, true]);

	const page = await get("/studio/scheduled");
	const read = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
	const [id, from] = [read("id"), read("from")];
	const move = (at: string) =>
		send("/studio/scheduled", [
			["do", "move"],
			["id", id],
			["from", from],
			[`at-${id}`, at],
		]);
	const passed = await move(local({ hours: -1 }));
	expect(passed.statusCode).toBe(422);
	expect(passed.body).toContain("Choose a time in the future");
	expect(passed.body).toContain(`value="${local({ hours: -1 })}"`);
	expect((await move(local({ hours: 3 }))).headers.location).toBe("/studio/scheduled");
	expect(await get("/studio/scheduled")).toContain(`value="${local({ hours: 3 })}"`);
	const second = await move(local({ hours: 5 }));
	expect(second.statusCode).toBe(409);
	expect(second.body).toContain("Someone else has rescheduled it");
	expect(second.body).toContain(`value="${local({ hours: 5 })}"`);
	await send("/studio/scheduled", [["id", id]]);
	expect((await move(local({ hours: 5 }))).headers.location).toBe("/studio/scheduled");
	expect(await get("/studio/scheduled")).toContain("Nothing scheduled");
});

test("an editor is told that a scheduled release reserved to admins is not cancelled", async () => {
	const { post: send, desk, database } = await openStudio();
	const { studio, clock } = await createTestStudio(database);
	const text = (await studio.getDocument("company.yml"))?.current ?? "";
	const redirected = text.replace(/^salesEmail: .*$/m, "salesEmail: mine@elsewhere.example");
	await studio.saveDraft("company.yml", { text: redirected, version: 0 }, desk.accountId);
	const at = clock.now().add({ hours: 1 });
	await studio.publish({ paths: ["company.yml"], at, acceptsSample: true }, desk.accountId);
	const [scheduled] = await studio.listScheduled();
	const refused = await send("/studio/scheduled", [["id", scheduled?.id ?? ""]]);
	expect(readNotice(refused).text).toBe("Publication not cancelled. Only an admin can publish this change.");
	expect(await studio.listScheduled()).toHaveLength(1);
});

test("an undo says why it is refused, and which drafts stay", async () => {
	const { post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const publish = async (title: string) => {
		const { current = "" } = (await studio?.getDocument(post)) ?? {};
		await studio?.saveDraft(
			post,
			{ text: current.replace(/^title: .*$/m, `title: ${title}`), version: 0 },
			desk.accountId,
		);
		return studio?.publish({ paths: [post] }, desk.accountId);
	};
	const undo = async (id: string) =>
		readNotice(
			await send("/studio/publish", [
				["do", "undo"],
				["id", id],
			]),
		).text;
	await publish("First");
	await publish("Second");
	expect(await undo("1")).toBe("Not undone: a document has been published again since. Restore it from its history.");
	expect(await undo("2")).toBe("Undone. The changes are drafts again.");
	await studio?.publish({ paths: [post] }, desk.accountId);
	await studio?.saveDraft(post, { text: "---\ntitle: Third\n---\n", version: 0 }, desk.accountId);
	expect(await undo("4")).toBe("Undone. The changes are drafts again, except where there is another draft.");
});

/** Reads a discarded draft from the form that restores it. */
function readDiscarded(html: string): Fields {
	const read = (name: string) => new RegExp(`type="hidden" name="${name}" value="([^"]*)"/><`).exec(html)?.[1] ?? "";
	const [, form = ""] = /(<input type="hidden" name="text".*?)<button/s.exec(html) ?? [];
	const [, version = ""] = /name="version" value="(\d+)"/.exec(form) ?? [];
	const [, edition = ""] = /name="edition" value="(\d+)"/.exec(form) ?? [];
	const text = read("text")
		.replaceAll("&quot;", '"')
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&#x27;", "'");
	return [
		["do", "undo"],
		["text", text.replaceAll("&amp;", "&")],
		["version", version],
		["edition", edition],
	];
}

test("discarding a draft can be undone, to the letter", async () => {
	const { post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const path = `/studio/documents/${post}`;
	const text = `${(await studio?.getDocument(post))?.current}\n\tOf a Wirt\u00adschaft & <b>"it's"</b>\n`;
	await studio?.saveDraft(post, { text, version: 0 }, desk.accountId);
	const discarded = await send(path, [["do", "discard"]]);
	expect((await studio?.getDocument(post))?.draft).toBeUndefined();
	await send(path, readDiscarded(discarded.body));
	expect((await studio?.getDocument(post))?.draft?.text).toBe(text);
	expect((await send(path, [["do", "undo"]])).statusCode).toBe(400);
});

test("a discarded draft is not lost when a new one was started since", async () => {
	const { get, post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const path = `/studio/documents/${post}`;
	await send(path, writePost({ "fields.title": "A title to be missed" }));
	const discarded = await send(path, [["do", "discard"]]);
	await send(path, writePost({ "fields.title": "A title begun since" }));
	const refused = await send(path, readDiscarded(discarded.body));
	expect(refused.statusCode).toBe(409);
	expect(refused.body.replaceAll("<!-- -->", "")).toContain("Not restored: you have started a new draft since.");
	await send(path, readDiscarded(refused.body));
	expect(await get(path)).toContain("A title to be missed");

	await send(path, [["do", "discard"]]);
	await studio?.saveDraft(post, { text: "---\ntitle: Theirs\n---\n", version: 0 }, "account-of-another");
	const theirs = (await send(path, readDiscarded(discarded.body))).body.replaceAll("<!-- -->", "");
	expect(theirs).toContain("has started a new draft since.");
	expect(theirs).not.toContain("you have started");
});

test("a discarded draft is not restored over a release made since, until its editor chooses so", async () => {
	const { post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const path = `/studio/documents/${post}`;
	const current = (await studio?.getDocument(post))?.current ?? "";
	const discardedText = current.replace(/^title: .*$/m, "title: A title to be missed");
	await studio?.saveDraft(post, { text: discardedText, version: 0 }, desk.accountId);
	const discarded = await send(path, [["do", "discard"]]);
	const theirs = current.replace(/^title: .*$/m, "title: Published since");
	await studio?.saveDraft(post, { text: theirs, version: 0 }, "account-of-another");
	expect(await studio?.publish({ paths: [post] }, "account-of-another")).toEqual({ edition: 1 });
	const refused = await send(path, readDiscarded(discarded.body));
	expect(refused.statusCode).toBe(409);
	expect(refused.body.replaceAll("<!-- -->", "")).toMatch(/Not restored: .+ has published a newer version since\./);
	expect(refused.body).toContain("Restore it as a draft");
	expect((await studio?.getDocument(post))?.draft).toBeUndefined();
	await send(path, readDiscarded(refused.body));
	expect(await studio?.getDocument(post)).toMatchObject({ current: theirs, draft: { text: discardedText } });

	// Pages of the release before name no release.
	await studio?.discardDraft(post, desk.accountId);
	const older = readDiscarded(discarded.body).filter(([name]) => name !== "edition");
	expect((await send(path, older)).statusCode).toBe(303);
});

test("a draft that somebody else has changed since is not discarded", async () => {
	const { post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const path = `/studio/documents/${post}`;
	await studio?.saveDraft(post, { text: "---\ntitle: Theirs\n---\n", version: 0 }, "account-of-another");
	const version = (await studio?.getDocument(post))?.draft?.version ?? 0;
	const kept = await send(path, [
		["do", "discard"],
		["version", String(version - 1)],
	]);
	expect(readNotice(kept).text).toContain("Not discarded");
	expect((await studio?.getDocument(post))?.draft?.version).toBe(version);
	await send(path, [
		["do", "discard"],
		["version", String(version)],
	]);
	expect((await studio?.getDocument(post))?.draft).toBeUndefined();
});

test("the first draft of a document that does not exist yet can be restored", async () => {
	const content = await readTestContent();
	const documents = new Map([...content.documents].filter(([path]) => path !== "menus.yml"));
	const { desk, post: send } = await openStudio("sqlite", renderAnything, { base: { ...content, documents } });
	const { studio } = desk.site ?? {};
	await studio?.saveDraft("menus.yml", { text: "main: []\n", version: 0 }, desk.accountId);
	const discarded = await send("/studio/documents/menus.yml", [["do", "discard"]]);
	await send("/studio/documents/menus.yml", readDiscarded(discarded.body));
	expect((await studio?.getDocument("menus.yml"))?.draft?.text).toBe("main: []\n");
});

test("a document whose address changes leads to its new one, and text typed at the old one is not lost", async () => {
	const { get, post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const path = `/studio/documents/${post}`;
	await studio?.renameDocument(post, "moved-away", desk.accountId);
	const page = await get(path);
	expect(page).toContain('<a href="/studio/documents/blog/moved-away.md"');
	expect(page).not.toContain('name="fields.title"');
	const conflict = await send(path, writePost({ "fields.title": "A title typed meanwhile" }));
	expect(conflict.statusCode).toBe(409);
	expect(conflict.body).toContain("Open at the new URL");
	expect(conflict.body).not.toContain("Discard mine");
	expect(conflict.body).toContain('value="A title typed meanwhile"');
	const typing = await send(`/studio/drafts/${post}`, writePost({ "fields.title": "A title typed meanwhile" }));
	expect(typing.json<DraftResponse>().conflict).toMatchObject({ renamedTo: "blog/moved-away.md", differences: [] });
});

test("changing a URL promises a redirect only where the old one is public", async () => {
	const { get, post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const rename = (path: string, slug: string) => send(`/studio/rename/${path}`, [["slug", slug]]);
	const unchanged = await rename(post, "first-page-of-the-month");
	expect([unchanged.statusCode, unchanged.body.includes("is already the URL: enter another URL slug")]).toEqual([
		422,
		true,
	]);
	expect(await get(`/studio/rename/${post}`)).toContain("the old URL redirects to it.");
	expect(readNotice(await rename(post, "moved")).text).toBe(
		"New URL saved as a draft. Once you publish it, the old URL redirects.",
	);
	expect((await rename(post, "elsewhere")).body).toContain("Its new URL is a draft. Discard that first.");
	expect(readNotice(await rename("blog/moved.md", "first-page-of-the-month")).text).toBe(
		"The document has its public URL again.",
	);
	await studio?.deleteDocuments([post], { redirectTo: "/blog" }, desk.accountId);
	expect((await rename(post, "moved")).body).toContain("Its deletion is a draft. Discard that first.");

	await studio?.createDocument("post", "never-public", desk.accountId);
	expect(await get("/studio/rename/blog/never-public.md")).not.toContain("redirects to it");
	expect(readNotice(await rename("blog/never-public.md", "still-not-public")).text).toBe("URL changed.");
});

test("discarding a change of address asks first, at both addresses", async () => {
	const { post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const moved = "blog/moved-away.md";
	for (const path of [moved, post]) {
		await studio?.renameDocument(post, "moved-away", desk.accountId);
		const asked = await send(`/studio/documents/${path}`, [["do", "discard"]]);
		expect(asked.body).toContain("They cannot be restored.");
		expect((await studio?.getDocument(moved))?.draft?.text).toBeDefined();
		const discarded = await send(`/studio/documents/${path}`, [
			["do", "discard"],
			["confirmed", "yes"],
		]);
		expect(discarded.headers.location).toBe(`/studio/documents/${post}`);
		expect(await studio?.getDocument(moved)).toBeUndefined();
	}
});

test("discarding the draft of a new document asks first and says that it cannot be restored", async () => {
	const { get, post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const created = await studio?.createDocument("post", "never-public", desk.accountId);
	const path = "blog/never-public.md";
	expect(created).toMatchObject({ path });
	const discarded = await send(`/studio/documents/${path}`, [["do", "discard"]]);
	expect([discarded.statusCode, discarded.headers.location]).toEqual([303, `/studio/delete/${path}`]);
	expect(await studio?.getDocument(path)).toBeDefined();
	const asked = await get(`/studio/delete/${path}`);
	expect(asked).toContain("Never published: deleted now, and cannot be restored.");
	expect(asked).not.toContain("You can restore it from the history.");
	const both = await get(`/studio/delete?path=${path}&path=${post}`);
	expect(both).toContain("Never published: deleted now, and cannot be restored.");
	expect(both).toContain("Takes effect when you publish. You can restore it from the history.");
	expect(await get(`/studio/delete/${post}`)).not.toContain("Never published");
	expect((await send(`/studio/delete/${path}`, listSeen(asked))).headers.location).toBe("/studio");
	expect(await studio?.getDocument(path)).toBeUndefined();
});

/** Lists the drafts that a page about deleting tells of, as its form has them. */
function listSeen(page: string): Fields {
	return [...page.matchAll(/name="draft" value="([^"]+)"/g)].map(([, seen = ""]) => ["draft", seen]);
}

test("deleting a document tells of its draft, and discards only what was shown and confirmed", async () => {
	const { get, post: send, desk, database } = await openStudio();
	const { studio } = desk.site ?? {};
	const { studio: beside } = await createTestStudio(database);
	const path = `/studio/delete/${post}`;
	const text = (await studio?.getDocument(post))?.current ?? "";
	const write = async (title: string) => {
		const version = (await beside.getDocument(post))?.draft?.version ?? 0;
		const draft = { text: text.replace(/^title: .*$/m, `title: ${title}`), version };
		expect(await beside.saveDraft(post, draft, "account-ravi")).toHaveProperty("version");
	};
	const before = await get(path);
	expect(before).not.toContain("A draft by");

	await write("The title of Ravi");
	const late = await send(path, listSeen(before));
	expect([late.statusCode, late.headers.location]).toEqual([303, path]);
	expect(readNotice(late).text).toBe("Not deleted: a draft has been saved since. Review it first.");
	const asked = await get(path);
	expect(asked).toMatch(/A draft by Former member, .*, is not public yet\./);
	const unconfirmed = await send(path, listSeen(asked));
	expect(unconfirmed.statusCode).toBe(422);
	expect(unconfirmed.body).toContain("Confirm that drafts are discarded");
	await write("Another title of Ravi");
	const conflict = await send(path, [...listSeen(asked), ["discards", "yes"]]);
	expect(conflict.headers.location).toBe(path);
	expect((await studio?.getDocument(post))?.draft?.text).toContain("Another title of Ravi");

	const deleted = await send(path, [...listSeen(await get(path)), ["discards", "yes"]]);
	expect(deleted.headers.location).toBe(`/studio/documents/${post}`);
	expect((await studio?.getDocument(post))?.draft?.change).toBe("delete");
});

test("deleting a document whose address is to change tells of the draft at its new one", async () => {
	const { get, post: send, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	await studio?.renameDocument(post, "moved-away", desk.accountId);
	const asked = await get(`/studio/delete/${post}`);
	expect(asked).toContain("A draft by you, ");
	expect((await send(`/studio/delete/${post}`, listSeen(asked))).statusCode).toBe(422);
	const moved = "blog/moved-away.md";
	const { text = "", version = 0 } = (await studio?.getDocument(moved))?.draft ?? {};
	await studio?.saveDraft(moved, { text: `${text}\nMore.\n`, version }, desk.accountId);
	const confirmed: Fields = [["discards", "yes"]];
	expect(readNotice(await send(`/studio/delete/${post}`, [...listSeen(asked), ...confirmed])).text).toContain(
		"Not deleted",
	);
	const seen = listSeen(await get(`/studio/delete/${post}`));
	expect((await send(`/studio/delete/${post}`, [...seen, ...confirmed])).headers.location).toBe(
		`/studio/documents/${post}`,
	);
	expect(await studio?.getDocument(moved)).toBeUndefined();
});

test("deleting a document that was undone keeps what was published in the history, and says so", async () => {
	const { get, desk } = await openStudio();
	const { studio } = desk.site ?? {};
	const text = (await studio?.getDocument(post))?.current?.replace(/^insight:\n(?:[ \t]+.*\n)+/m, "");
	await studio?.createDocument("post", "once-public", desk.accountId, text);
	expect(await studio?.publish({ paths: ["blog/once-public.md"] }, desk.accountId)).toEqual({ edition: 1 });
	expect(await studio?.undoRelease(1, desk.accountId)).toEqual({ edition: 2 });
	const asked = await get("/studio/delete/blog/once-public.md");
	expect(asked).toContain("No longer public: the draft is deleted now. What was published stays in the history.");
});

test("restoring the original keeps the draft, as restoring any revision does", async () => {
	const { get, post: send, desk } = await openStudio();
	const path = `/studio/documents/${post}`;
	const { studio } = desk.site ?? {};
	const original = (await studio?.getDocument(post))?.current ?? "";
	const text = original.replace(/^title: .*$/m, "title: A title that was public");
	await studio?.saveDraft(post, { text, version: 0 }, desk.accountId);
	expect(await studio?.publish({ paths: [post] }, desk.accountId)).toEqual({ edition: 1 });
	const [, edition = ""] = /name="edition" value="(\d+)"/.exec(await get(path)) ?? [];
	expect((await send(path, writePost({ "fields.title": "A title in the making", edition }))).statusCode).toBe(303);
	const restored = await send(`/studio/history/${post}`, [["revision", "original"]]);
	expect(readNotice(restored).text).toBe("Restored and published.");
	expect((await studio?.getDocument(post))?.current).toBe(original);
	expect(await get(path)).toContain('value="A title in the making"');
});

test("an editor sees the site and its drafts, and no records", async () => {
	const { desk, get, post: send } = await openStudio();
	await send(`/studio/documents/${post}`, writePost({ "fields.title": "A title that waits" }));
	expect(await get("/")).toContain("A title that waits");
	expect((await desk.inject({ url: "/enquiries" })).statusCode).toBe(403);
});

test("Today shows the next of the first steps, until they are hidden or done", async () => {
	const { get, post: send } = await openStudio();
	const line = /\d setup steps left.*Next: <a href="\/studio\/documents\/company\.yml\?step=(\w+)"/;
	const [, next] = line.exec(await get("/")) ?? [];
	// Its addresses are made up.
	expect(next).toBe("offer");
	const hidden = await send("/studio/start", [["do", "hide"]]);
	expect([hidden.statusCode, hidden.headers.location]).toEqual([303, "/"]);
	expect(await get("/")).not.toContain("setup steps left");
	expect(await get("/studio/start")).toContain("Show these steps on Today");
	await send("/studio/start", [["do", "show"]]);
	expect(await get("/")).toMatch(line);

	const base = await readTestContent();
	const documents = new Map(
		[...base.documents].map(([path, text]) => [path, text.replaceAll(/[.-]example\b/g, ".test")]),
	);
	const environment = {
		PUBLIC_URL: "https://weave.example",
		SMTP_URL: "smtp://mail.example",
		MAIL_FROM: "a@weave.example",
	};
	const ready = await openStudio("sqlite", renderAnything, { environment, base: { ...base, documents } });
	expect(await ready.get("/")).not.toContain("setup steps left");
});

test("a form of the first steps changes its own fields alone, and publishing it leads to the next step", async () => {
	const { get, post: send } = await openStudio();
	const path = "/studio/documents/company.yml";
	const step = await get(`${path}?step=name`);
	expect(step).not.toContain('name="fields.email"');
	const [, email = ""] = /name="fields\.email" value="([^"]+)"/.exec(await get(path)) ?? [];
	expect(email).toContain("@");
	const sent = await send(`${path}?step=name`, [
		["step", "name"],
		["fields.name", "Weave of Its Own"],
		["fields.legalName", "Weave of Its Own Limited"],
		["fields.accentColour", "#0e9a93"],
		["fields.email", "planted@weave.test"],
		["version", "0"],
		["do", "publish"],
	]);
	expect([sent.statusCode, sent.headers.location]).toEqual([303, "/studio/publish?path=company.yml&step=name"]);
	const draft = await get(path);
	expect(draft).toContain('value="Weave of Its Own"');
	expect(draft).toContain(`name="fields.email" value="${email}"`);
	const publish = "/studio/publish?path=company.yml&step=name";
	const [, version = ""] = /name="draft" checked="" value="(\d+) company\.yml"/.exec(await get(publish)) ?? [];
	const published = await send(publish, [
		["draft", `${version} company.yml`],
		["when", "now"],
		["acceptsSample", "yes"],
	]);
	expect([published.statusCode, published.headers.location]).toEqual([303, `${path}?step=offer`]);
});

test("sample texts are kept, marked again, and turned off with their module in a draft", async () => {
	const { get, post: send } = await openStudio();
	const countLeft = async (path = "/studio/samples") => Number(/(\d+) texts are still/.exec(await get(path))?.[1]);
	const all = await countLeft();
	expect(all).toBeGreaterThan(1);
	const launch = "/studio/start/launch";
	expect(await countLeft(launch)).toBe(all);
	await send("/studio/samples", [
		["path", "company.yml"],
		["do", "keep"],
	]);
	const page = await get("/studio/samples");
	expect(page).toContain("Mark as sample again");
	expect(page.includes(`${all} texts are still`)).toBe(false);
	expect(await countLeft(launch)).toBe(await countLeft());
	await send("/studio/samples", [
		["path", "company.yml"],
		["do", "mark"],
	]);
	expect(await countLeft()).toBe(all);

	const isBlogOn = async () =>
		/name="fields\.parts\.blog"[^>]*checked/.test(await get("/studio/documents/company.yml?step=offer"));
	expect(await isBlogOn()).toBe(true);
	await send("/studio/samples", [
		["module", "blog"],
		["do", "turn-off"],
	]);
	expect(await isBlogOn()).toBe(false);
	expect((await send("/studio/samples", [["do", "turn-off"]])).statusCode).toBe(400);
});

test("a search finds documents by words, each with its place, and filters by state", async () => {
	const { get, post: send } = await openStudio();
	await send(`/studio/documents/${post}`, writePost({ [bodyName]: "## A heading\n\nA zanzibar of words." }));
	const found = await get("/studio?q=zanzibar");
	expect(found).toContain(`href="/studio/documents/${post}#body"`);
	expect(found).toContain("A zanzibar of words.");
	expect(await get("/studio?q=zanzibar&show=drafts")).toContain(`href="/studio/documents/${post}#body"`);
	expect(await get("/studio?q=phone")).toContain('href="/studio/documents/company.yml#fields.phone.display"');
	expect(await get("/studio?q=zzyzx")).toContain("No results for");
	// In the whole list, one kind is open, plus those that were opened.
	const opened = (html: string) => html.match(/<details class="studio-kind" open=""/g)?.length;
	expect([opened(await get("/studio")), opened(await get("/studio?open=Articles"))]).toEqual([1, 2]);
});

/** Opens a studio with an article that was published once, and inserts revisions as later releases leave them. */
async function openHistory() {
	const studio = await openStudio();
	const { desk, database, clock } = studio;
	const { current = "" } = (await desk.site?.studio.getDocument(post)) ?? {};
	const titled = (title: string) => current.replace(/^title: .*$/m, `title: ${title}`);
	await desk.site?.studio.saveDraft(post, { text: titled("Title that came first"), version: 0 }, desk.accountId);
	expect(await desk.site?.studio.publish({ paths: [post] }, desk.accountId)).toEqual({ edition: 1 });
	const insert = (revisions: { path: string; text: string | null; action?: "published" | "restored" | "imported" }[]) =>
		database.write(async (transaction) => {
			let number = await findLastRelease(transaction);
			for (const { path, text, action = "published" } of revisions) {
				number += 1;
				const at = clock.now().toString();
				await transaction
					.insertInto("contentEditions")
					.values({ number, at, by: desk.accountId, note: null })
					.execute();
				const id = createOrderedId();
				await transaction.insertInto("contentRevisions").values({ id, edition: number, path, action, text }).execute();
			}
		});
	return { ...studio, titled, insert };
}

const listReleases = (page: string) => [...page.matchAll(/from release (\d+)</g)].map(([, release]) => Number(release));
const findOlder = (page: string) => /href="([^"]+)"[^>]*>Older</.exec(page)?.[1] ?? "";

test("a document's history leads to every revision and ends with its original, each to be restored", async () => {
	const { get, post: send, desk, titled, insert } = await openHistory();
	const path = `/studio/history/${post}`;
	const original = (await desk.site?.studio.getDocument(post))?.base;
	await insert(Array.from({ length: 65 }, (_, index) => ({ path: post, text: titled(`Title ${index + 2}`) })));
	const newest = await get(path);
	expect(newest).not.toContain("<h2>Original</h2>");
	expect(newest).not.toContain(">Newest<");
	expect(listReleases(newest)).toEqual(Array.from({ length: 59 }, (_, index) => 65 - index));
	const oldest = await get(findOlder(newest));
	expect(listReleases(oldest)).toEqual([6, 5, 4, 3, 2, 1]);
	expect(oldest).toContain("<h2>Original</h2>");
	expect(oldest).toContain(`<a href="${path}" data-discover="true">Newest</a>`);
	expect(findOlder(oldest)).toBe("");

	const [, revision = ""] =
		/name="revision" value="([^"]+)"[^]*?from release 2</.exec(oldest.slice(oldest.indexOf("from release 3<"))) ?? [];
	expect(readNotice(await send(path, [["revision", revision]])).text).toBe("Restored and published.");
	expect((await desk.site?.studio.getDocument(post))?.current).toBe(titled("Title 2"));
	expect(readNotice(await send(path, [["revision", "original"]])).text).toBe("Restored and published.");
	expect((await desk.site?.studio.getDocument(post))?.current).toBe(original);
});

test("the site's history compares each revision with the one before, however long ago, and names what was removed", async () => {
	const { get, desk, titled, insert } = await openHistory();
	const text = (await desk.site?.studio.getDocument(questions))?.current ?? "";
	await insert(Array.from({ length: 210 }, () => ({ path: questions, text })));
	await insert([
		{ path: post, text: titled("Title that came much later") },
		{ path: post, text: null, action: "restored" },
		{ path: post, text: titled("Title that came much later") },
		{ path: post, text: null, action: "imported" },
	]);
	const newest = await get("/studio/history");
	expect(newest).toMatch(/Removed: <\/span>first<\/del><ins><span class="sr-only">Added: <\/span>much later<\/ins>/);
	expect(newest.match(/Removed from the site\./g)).toHaveLength(2);
	let page = newest;
	const seen = listReleases(page);
	while (findOlder(page) !== "") {
		page = await get(findOlder(page));
		seen.push(...listReleases(page));
	}
	// The last release of each of the two is public now.
	expect(seen).toEqual([214, 213, 212, ...Array.from({ length: 209 }, (_, index) => 210 - index), 1]);
});
