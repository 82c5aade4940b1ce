import { redirect } from "react-router";
import { findKindOf } from "../../core/records/record-kind.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { Page } from "../layout/page.tsx";
import { findOwnApplicants } from "../palette/find-places.server.ts";
import { PlaceList } from "../palette/place-list.tsx";
import { readForm } from "../read-form.server.ts";
import { RecordTable } from "../records/record-table.tsx";
import { showStanding, showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/search.ts";

const searchLimit = 25;

/**
 * Finds records by words, also in notes and replies; a reference opens its record at once. It is a form, because addresses end up in logs
 * and histories, where nothing personal belongs: reloaded, the page is empty.
 */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, kinds } = beginWork(context);
	const { company, records } = deps;
	const text = ((await readForm(request)).get("search") ?? "").trim().slice(0, 200);
	const reference = text.toUpperCase();
	const named = findKindOf(kinds, reference);
	if (named && (await records.find(reference))) throw redirect(`/${named.names}/${encodeURIComponent(reference)}`, 303);
	const found = text === "" ? [] : await records.search(text);
	const applicants = await findOwnApplicants(context, text);
	const results = await Promise.all(
		(text === "" ? [] : kinds).map(async (kind) => {
			const { names } = kind;
			const list = (spam: "only" | undefined, limit: number) =>
				records.list({ kinds: [kind], kind, found, spam }, { limit });
			const { records: wanted } = await list(undefined, searchLimit);
			const { records: spam } = await list("only", searchLimit - wanted.length);
			return {
				names,
				rows: [...wanted, ...spam].map((record) => ({
					reference: record.reference,
					path: `/${names}/${encodeURIComponent(record.reference)}`,
					name: record.senderName,
					receivedAt: showValue(record.receivedAt, company),
					email: record.senderEmail,
					state: showStanding(record, kind),
				})),
			};
		}),
	);
	return {
		text,
		applicants,
		received: `Received (${company.timeZoneLabel})`,
		results: results.filter(({ rows }) => rows.length > 0),
	};
}

export default function SearchPage({ actionData }: Route.ComponentProps) {
	if (!actionData)
		return (
			<Page title="Search">
				<p className="empty">
					Search by reference, name, e-mail address or any words from messages, notes and replies.
				</p>
			</Page>
		);
	const { text, applicants, received, results } = actionData;
	return (
		<Page title={`Search for “${text}”`}>
			{results.length === 0 && applicants.length === 0 && (
				<p className="empty">No results for “{text}”. Check the spelling or try fewer words.</p>
			)}
			<PlaceList groups={applicants} />
			{results.map(({ names, rows }) => (
				<section key={names} aria-labelledby={names}>
					<h2 id={names}>{capitalise(names)}</h2>
					<RecordTable received={received} rows={rows} caption={capitalise(names)} />
					{rows.length === searchLimit && (
						<p className="remark">Showing the first {searchLimit}. Add words to narrow the search.</p>
					)}
				</section>
			))}
		</Page>
	);
}
