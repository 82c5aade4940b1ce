import { mayUse, type Area } from "../../core/accounts/roles.ts";
import { accessChangeKeyOf } from "../../core/accounts/sessions.server.ts";
import { apiTokensChangeKey } from "../../core/api-tokens/api-token-store.server.ts";
import { hostsChangeKey } from "../../core/appointments/host-store.server.ts";
import { mailboxesChangeKey } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { incidentsChangeKey } from "../../core/incidents/incident-store.server.ts";
import { webhooksChangeKey } from "../../core/webhooks/webhook-store.server.ts";
import { jobsChangeKey } from "../../features/careers/jobs/jobs-store.server.ts";
import { picturesChangeKey } from "../../features/publishing/pictures/pictures-change-key.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/live.ts";

/** After this long a browser reconnects, and the guard checks its session again. */
const longestMs = 4 * 60_000;
/** Proxies close connections that are silent for a minute. */
const silenceMs = 25_000;

/** Keeps the applicants whom a member interviews, so that the member also gets a change that takes an applicant away. */
function watchApplicants(read: () => Promise<readonly string[]>) {
	let known: Promise<readonly string[]> = Promise.resolve([]);
	return {
		/** Picks the change keys of records that are the member's before or after the change. */
		async pick(keys: readonly string[]): Promise<string[]> {
			if (!keys.some((key) => key === "*" || key.startsWith("record:"))) return [];
			const before = known;
			known = before.then(read);
			const own = new Set([...(await before), ...(await known)].map((reference) => `record:${reference}`));
			return keys.filter((key) => own.has(key));
		},
	};
}

/**
 * Sends the change keys of what the member may see, as they occur (server-sent events). The stream ends when the session does, or when the
 * roles are others.
 */
export function loader({ request, context }: Route.LoaderArgs): Response {
	const { deps, kinds, signedIn } = beginWork(context);
	if (!request.headers.get("accept")?.includes("text/event-stream"))
		return new Response("This address streams changes to programs.\n", { status: 406 });
	const worksWith = (area: Area) => mayUse(signedIn.account.roles, area);
	const watch =
		worksWith("own-interviews") && !worksWith("hiring")
			? watchApplicants(async () => {
					const own = await deps.openInterviews().listOwnApplicants(signedIn.account.id);
					return own.map(({ application }) => application.reference);
				})
			: undefined;
	const isOwn = (key: string) =>
		key === `notifications:${signedIn.account.id}` ||
		key.startsWith(`drafts:${signedIn.account.id}:`) ||
		(worksWith("content") && (key === picturesChangeKey || isContentChangeKey(key))) ||
		(worksWith("hiring") && key === jobsChangeKey) ||
		((worksWith("calls") || worksWith("hiring")) && key === hostsChangeKey) ||
		(worksWith("administration") &&
			[mailboxesChangeKey, webhooksChangeKey, apiTokensChangeKey, incidentsChangeKey].includes(key)) ||
		(watch && key === "record:*") ||
		kinds.some(
			({ name, prefix }) =>
				key === `records:${name}` ||
				key === `reply-templates:${name}` ||
				key === `saved-views:${name}` ||
				key.startsWith(`record:${prefix}-`) ||
				key === "record:*",
		);
	const since = new URL(request.url).searchParams.get("since");
	const accessChangeKey = accessChangeKeyOf(signedIn.account.id);
	const encoder = new TextEncoder();
	let isEnded = false;
	let end = () => {};
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			const send = (text: string) => controller.enqueue(encoder.encode(text));
			const tell = (keys: readonly string[], ofApplicants: readonly string[] = []) => {
				const own = keys.includes("*") ? ["*"] : [...keys.filter(isOwn), ...ofApplicants];
				if (own.length > 0) send(`data: ${JSON.stringify(own)}\n\n`);
			};
			// Changes wait for the checks before them; without the database, nobody's access is known.
			let checked = Promise.resolve(true);
			const check = () => {
				checked = checked
					.then((isOpen) => isOpen && deps.accounts.hasSameAccess(signedIn))
					.catch(() => false)
					.then((isOpen) => {
						if (!isOpen) end();
						return isOpen;
					});
			};
			const hear = (keys: readonly string[]) => {
				if (keys.includes("*") || keys.includes(accessChangeKey)) check();
				void Promise.all([checked, watch?.pick(keys)]).then(
					([isOpen, ofApplicants]) => isOpen && !isEnded && tell(keys, ofApplicants),
					() => end(),
				);
			};
			const stopListening = deps.database.changes.listen(hear);
			const silence = setInterval(() => send(": still here\n\n"), silenceMs);
			const ending = setTimeout(() => end(), longestMs);
			const ends = AbortSignal.any([request.signal, deps.draining]);
			end = () => {
				isEnded = true;
				stopListening();
				clearInterval(silence);
				clearTimeout(ending);
				ends.removeEventListener("abort", end);
				end = () => {};
				controller.close();
			};
			if (ends.aborted) end();
			else {
				ends.addEventListener("abort", end);
				send("retry: 1000\n\n");
				// The session may have ended since the guard looked.
				check();
				// Which applicants were theirs at that moment is no longer known.
				if (watch) hear(["*"]);
				else if (since !== null) hear(deps.database.changes.listSince(since));
			}
		},
		cancel: () => {
			const ended = end;
			end = () => {};
			try {
				ended();
			} catch {
				// The client has disconnected, and the stream with it.
			}
		},
	});
	return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}
