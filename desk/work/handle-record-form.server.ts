import { data, redirect, type RouterContextProvider } from "react-router";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { uploadContext } from "../guard/context.server.ts";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { actOnRecord } from "./act-on-record.server.ts";
import { addListSearch } from "./list-search.ts";
import type { WorkActionData } from "./work-action-data.ts";

type FormRequest = {
	request: Request;
	context: Readonly<RouterContextProvider>;
	params: { reference: string };
};

/**
 * Handles a form on a record, and returns what the page shows of a form that was not stored.
 *
 * @param findList returns the start of the addresses of records beside the same list, and their query, which keeps the list
 * @throws the redirect after a form that was stored, to the next record if it asks for one and this one is set aside; a 404 response
 *   when there is no such record
 */
export async function handleRecordForm(
	{ request, context, params }: FormRequest,
	findList: (kind: RecordKind, record: StoredRecord) => { start: string; search: string },
): Promise<WorkActionData> {
	const { deps, kinds, deskRequest } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const record = await deps.records.find(reference);
	if (!record || record.kind !== kind.name) throw data(null, { status: 404 });
	const { start, search } = findList(kind, record);
	const withList = (address: string) => (address.startsWith(start) ? addListSearch(address, search) : address);
	const path = start + encodeURIComponent(reference);
	const form = await readForm(request);
	const outcome = await actOnRecord(context, { kind, reference, path, form, upload: context.get(uploadContext) });
	if (!("notice" in outcome)) return outcome;
	deps.onEmails();
	const { undo } = outcome;
	deskRequest.notices.leave(outcome.notice, undo && { ...undo, path: withList(undo.path ?? path) });
	const next = outcome.isSetAside ? (form.get("next") ?? "") : "";
	const to = next.startsWith(`${kind.prefix}-`) ? start + encodeURIComponent(next) : (outcome.to ?? path);
	throw redirect(withList(to), 303);
}
