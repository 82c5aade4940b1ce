import type { ReactElement } from "react";
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { HttpProblem } from "../platform/http/problem.ts";
import type { ProxyWatch } from "../platform/http/proxy-watch.ts";
import type { ReadinessProbe } from "../platform/http/readiness-probe.ts";
import { countEmails, findEmailRoom, listEmails, retryFailedEmails } from "../platform/email/outbox-store.ts";
import { CalendarSection } from "./calendar-section.server.tsx";
import { CountersPage, type Counter } from "./counters-page.server.tsx";
import type { Frame } from "./layout.server.tsx";
import { EmailsPage, emailGroups } from "./emails-page.server.tsx";
import { createNotices } from "./notices.server.ts";
import { describeRetry } from "../platform/staff/outcomes.ts";
import { Overview, type OverviewData } from "./overview.server.tsx";
import { RecordList, type ListFilter } from "./record-list.server.tsx";
import { RecordPage } from "./record-page.server.tsx";
import type { RecordFilter, RecordSource, StaffRecords } from "../platform/staff/records.ts";
import { renderPage } from "./render-page.server.ts";
import { SearchPage } from "./search-page.server.tsx";
import { stylesheet } from "./stylesheet.server.ts";
import { titleOf } from "./words.server.ts";

/** What the desk works with. */
export type DeskDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "read">;
	company: Frame["company"];
	/** Every kind of what visitors send. */
	kinds: StaffRecords[];
	/** How many e-mails may leave. */
	emailCaps: { perHour: number; perDay: number };
	/** Whether there is a mail server to send e-mails by. */
	sendsEmails: boolean;
	probeReadiness: ReadinessProbe;
	proxyWatch: Pick<ProxyWatch, "hasSeenProxy">;
	listCounters(): Promise<Counter[]>;
	/** Gives the address of the calendar of demo calls; renewed, all earlier ones open nothing. */
	getCalendarUrl(options: { renew: boolean }): Promise<string>;
	/** Called when e-mails may have become due. */
	onEmails(): void;
};

export type DeskRoutesOptions = DeskDeps & {
	/** Answers with the page that fits an error, and reports the error when it is ours. */
	sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** What the desk's pages may load: its stylesheet, the fonts and the icon in them. No script, whatever a visitor typed. */
export const deskContentSecurityPolicy =
	"default-src 'none'; style-src 'self'; font-src data:; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const pageSize = 25;
/** How many of each kind the overview shows. */
const newestLimit = 5;
const searchLimit = 25;
const recordEmailsLimit = 100;

/** What an address may say about a list; anything else counts as unsaid. */
const listQuery = z.object({
	page: z.coerce.number().int().min(1).max(10_000).catch(1),
	show: z.string().catch(""),
	notice: z.string().optional().catch(undefined),
});

/** The parts of the desk, for every page. */
export function createFrame({ company, kinds }: Pick<DeskDeps, "company" | "kinds">): Frame {
	return {
		company,
		sections: [
			{ path: "/", name: "Overview" },
			...kinds.map(({ names }) => ({ path: `/${names}`, name: titleOf(names) })),
			{ path: "/emails", name: "E-mails" },
			{ path: "/self-identification", name: "Self-identification" },
		],
	};
}

/**
 * The desk: pages that show staff what visitors have sent, and forms that change it.
 *
 * A form that changes something leads on to a page that says what came of it. Search and the calendar's address are forms as well, for
 * addresses end up in logs and histories, where nothing personal and no secret belongs.
 */
export const deskRoutes: FastifyPluginAsync<DeskRoutesOptions> = async (app, { sendError, ...parts }) => {
	const frame = createFrame(parts);
	const notices = createNotices();
	const createSource = (): RecordSource => ({ database: parts.database, now: parts.clock.now() });
	const pathOf = (reference: string) => {
		const kind = parts.kinds.find(({ prefix }) => reference.startsWith(`${prefix}-`));
		return kind && `/${kind.names}/${encodeURIComponent(reference)}`;
	};
	const leadTo = (reply: FastifyReply, path: string, outcome: string) =>
		reply.redirect(`${path}?notice=${notices.leave(outcome)}`, 303);

	acceptForms(app);
	app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
	app.get(stylesheet.path, (_request, reply) =>
		reply
			.header("cache-control", "private, max-age=31536000, immutable")
			.type("text/css; charset=utf-8")
			.send(stylesheet.css),
	);

	app.get("/", async (request, reply) => {
		const readiness = await parts.probeReadiness();
		const stock = readiness.database === "ok" ? await readOverview(createSource(), parts, pathOf) : undefined;
		const notice = takeNotice(request);
		return sendPage(
			reply,
			<Overview
				frame={frame}
				notice={notice}
				readiness={readiness}
				unknownProxy={parts.proxyWatch.hasSeenProxy()}
				sendsEmails={parts.sendsEmails}
				stock={stock}
			/>,
		);
	});

	for (const kind of parts.kinds) {
		app.get(`/${kind.names}`, (request, reply) => sendList(request, reply, kind));
		app.get(`/${kind.names}.csv`, { config: { isDownload: true } }, async (_request, reply) =>
			reply
				.header("content-disposition", `attachment; filename="${kind.names}.csv"`)
				.type("text/csv; charset=utf-8")
				.send(kind.exportAll(createSource())),
		);
		app.get(`/${kind.names}/:reference`, async (request, reply) => {
			const { source, reference, record } = await getRecord(request, kind);
			const emails = await listEmails(source.database.db, { now: source.now, reference, limit: recordEmailsLimit });
			return sendPage(
				reply,
				<RecordPage
					frame={frame}
					kind={kind}
					record={record}
					emails={emails}
					now={source.now}
					notice={takeNotice(request)}
				/>,
			);
		});
		app.get(`/${kind.names}/:reference/file`, { config: { isDownload: true } }, async (request, reply) => {
			const { file } = (await getRecord(request, kind)).record;
			const content = file && (await parts.files.read(file.storedAs));
			if (!content) throw new HttpProblem(404, "There is no such file.");
			// Its name is of our making; and whatever it holds, a browser neither shows it nor runs it.
			return reply
				.header("content-disposition", `attachment; filename="${file.storedAs}"`)
				.header("content-security-policy", "default-src 'none'; sandbox")
				.header("content-length", file.bytes)
				.type("application/octet-stream")
				.send(content);
		});
		for (const action of ["release", "quarantine"] as const) {
			app.post(`/${kind.names}/:reference/${action}`, async (request, reply) => {
				const { source, reference } = await getRecord(request, kind);
				const outcome = await kind[action](source, reference);
				parts.onEmails();
				return leadTo(reply, `/${kind.names}/${reference}`, outcome);
			});
		}
	}

	app.post("/bookings/calendar", async (request, reply) => {
		const kind = parts.kinds.find(({ names }) => names === "bookings");
		if (!kind) throw new HttpProblem(404, "There is no calendar.");
		const address = await parts.getCalendarUrl({ renew: readForm(request).get("renew") === "yes" });
		return sendList(request, reply, kind, address);
	});

	app.get("/emails", async (request, reply) => {
		const { db } = parts.database;
		const now = parts.clock.now();
		const { page, ...query } = listQuery.parse(request.query);
		const counts = await countEmails(db, now);
		const show = emailGroups.find((group) => group === query.show) ?? "waiting";
		const emails = await listEmails(db, { now, among: show, limit: pageSize, offset: (page - 1) * pageSize });
		const paging = { page, pageSize, total: counts[show] };
		return sendPage(
			reply,
			<EmailsPage
				frame={frame}
				emails={emails}
				counts={counts}
				show={show}
				now={now}
				paging={paging}
				sendsEmails={parts.sendsEmails}
				pathOf={pathOf}
			/>,
		);
	});

	app.post("/emails/retry", async (request, reply) => {
		const reference = readForm(request).get("reference") ?? undefined;
		const retried = await parts.database.write((transaction) =>
			retryFailedEmails(transaction, reference, parts.clock.now()),
		);
		parts.onEmails();
		return leadTo(reply, (reference && pathOf(reference)) ?? "/", describeRetry(retried, reference));
	});

	app.get("/self-identification", async (_request, reply) =>
		sendPage(reply, <CountersPage frame={frame} counters={await parts.listCounters()} />),
	);

	app.post("/search", async (request, reply) => {
		const text = (readForm(request).get("search") ?? "").trim().slice(0, 200);
		const source = createSource();
		const reference = text.toUpperCase();
		const named = parts.kinds.find(({ prefix }) => reference.startsWith(`${prefix}-`));
		if (named && (await named.find(source, reference)))
			return reply.redirect(`/${named.names}/${encodeURIComponent(reference)}`, 303);
		const results =
			text === ""
				? []
				: await Promise.all(
						parts.kinds.map(async (kind) => ({
							kind,
							rows: await kind.list(source, { search: text, limit: searchLimit }),
						})),
					);
		return sendPage(reply, <SearchPage frame={frame} text={text} results={results} limit={searchLimit} />);
	});

	for (const method of ["GET", "POST"] as const) {
		app.route({
			method,
			url: "*",
			handler() {
				throw new HttpProblem(404, "There is nothing at this address.");
			},
		});
	}

	function takeNotice(request: FastifyRequest): string | undefined {
		const { notice } = listQuery.parse(request.query);
		return notice === undefined ? undefined : notices.take(notice);
	}

	async function getRecord(request: FastifyRequest, kind: StaffRecords) {
		const source = createSource();
		const reference = (request.params as { reference: string }).reference.toUpperCase();
		const record = await kind.find(source, reference);
		if (!record) throw new HttpProblem(404, `There is no ${kind.name} ${reference}.`);
		return { source, reference, record };
	}

	async function sendList(
		request: FastifyRequest,
		reply: FastifyReply,
		kind: StaffRecords,
		calendarAddress?: string,
	): Promise<FastifyReply> {
		const source = createSource();
		const { page, ...query } = listQuery.parse(request.query);
		const filters = await Promise.all(
			listFilters(kind).map(async (filter) => ({ ...filter, count: await kind.count(source, filter.records) })),
		);
		const [usual] = filters;
		const chosen = filters.find(({ show }) => show === query.show) ?? usual;
		if (!chosen) throw new TypeError(`A list of ${kind.names} has no filter`);
		const rows = await kind.list(source, { ...chosen.records, limit: pageSize, offset: (page - 1) * pageSize });
		const paging = { page, pageSize, total: chosen.count };
		return sendPage(
			reply,
			<RecordList
				frame={frame}
				kind={kind}
				rows={rows}
				filters={filters}
				show={chosen.show}
				paging={paging}
				notice={takeNotice(request)}
			>
				{kind.hasTimes && <CalendarSection address={calendarAddress} />}
			</RecordList>,
		);
	}
};

/** The parts that a list of one kind can be seen in, the usual one first. */
function listFilters({ hasTimes }: StaffRecords): (Omit<ListFilter, "count"> & { records: RecordFilter })[] {
	const spam = { show: "spam", name: "Spam", records: { quarantinedOnly: true } };
	if (!hasTimes) return [{ show: "all", name: "All", records: {} }, spam];
	return [
		{ show: "coming", name: "Coming", records: {} },
		{ show: "over", name: "Over", records: { past: true } },
		spam,
	];
}

async function readOverview(
	source: RecordSource,
	{ kinds, emailCaps }: Pick<DeskDeps, "kinds" | "emailCaps">,
	pathOf: OverviewData["pathOf"],
): Promise<OverviewData> {
	const { database, now } = source;
	const { usedUp } = await findEmailRoom(database.db, emailCaps, now);
	return {
		now,
		pathOf,
		emails: await countEmails(database.db, now),
		ceiling: usedUp && (usedUp === "hour" ? "EMAILS_PER_HOUR" : "EMAILS_PER_DAY"),
		refused: await listEmails(database.db, { now, among: "failed", limit: newestLimit }),
		kinds: await Promise.all(
			kinds.map(async (kind) => ({
				kind,
				newest: await kind.list(source, { limit: newestLimit }),
				count: await kind.count(source, {}),
				spam: await kind.count(source, { quarantinedOnly: true }),
			})),
		),
	};
}

function acceptForms(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
		done(null, withoutControlCharacters(new URLSearchParams(String(body)))),
	);
}

/** Nobody types them on purpose, and PostgreSQL takes no text with a null character in it. */
function withoutControlCharacters(form: URLSearchParams): URLSearchParams {
	return new URLSearchParams([...form].map(([name, value]) => [name, value.replaceAll(/\p{Cc}/gu, " ")]));
}

function readForm({ body }: FastifyRequest): URLSearchParams {
	return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function sendPage(reply: FastifyReply, page: ReactElement): FastifyReply {
	return reply.type("text/html; charset=utf-8").send(renderPage(page));
}
