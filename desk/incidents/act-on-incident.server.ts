import { data, redirect, type RouterContextProvider } from "react-router";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { revokeApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import { askForNotices, changeIncident, type IncidentChange } from "../../core/incidents/incident-store.server.ts";
import { listBlanks, type Incident } from "../../core/incidents/incident.ts";
import { writeNotices } from "../../core/incidents/notices.server.ts";
import { reviseIncident, type IncidentPart } from "../../core/incidents/revise-incident.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { beginWork } from "../work.server.ts";
import type { TypedIncident } from "./incident-fields.tsx";
import {
	readAuthority,
	readAuthorityText,
	readIncidentForm,
	readNotice,
	readScope,
	readTold,
} from "./incident-form.server.ts";
import { listActors } from "./show-incident.server.ts";

/** A refused form, with what was typed. */
export type RefusedIncident = {
	errors: FieldError[];
	/** The revision that the refused form is based on. */
	refused?: { part: IncidentPart; revision: string };
	typed?: {
		scope?: TypedIncident;
		authority?: { authorityText?: string; reason?: string };
		notice?: { subject: string; text: string };
	};
};

type Refused = ReturnType<typeof data<RefusedIncident>>;

const conflict =
	"Somebody else has saved this incident meanwhile. Copy what you typed, reload the page, and save it again";

/**
 * Does what a form of an incident's page asks for.
 * @returns the refused form
 * @throws a redirect to the page when it is done, or to a fresh proof
 */
export async function actOnIncident(
	context: Readonly<RouterContextProvider>,
	incident: Incident,
	form: URLSearchParams,
): Promise<Refused> {
	const { deps, deskRequest, signedIn, now, noting } = beginWork(context);
	const { administration } = deps.accounts;
	const path = `/incidents/${incident.id}`;
	const stored = { id: incident.id, version: incident.version, by: signedIn.account.id };
	const revision = form.get("revision") ?? "";
	const revisions = reviseIncident(incident);
	const asked = form.get("do") ?? "";
	switch (asked) {
		case "save": {
			const typed = readIncidentForm(form);
			const { timeZone } = deps.company;
			const read = incident.noticesAskedAt ? readTold(typed, incident, timeZone) : readScope(typed, timeZone, now);
			if ("errors" in read) return refuse("details", read.errors, { scope: typed });
			return save("change", read, { part: "details", field: "title", typed: { scope: typed } }, "Incident saved.");
		}
		case "save-authority": {
			const { text, errors } = readAuthorityText(form);
			const typed = { authority: { authorityText: text } };
			if (errors.length > 0) return refuse("authorityText", errors, typed);
			return save(
				"draft",
				{ authorityText: text },
				{ part: "authorityText", field: "authorityText", typed },
				"Notice saved.",
			);
		}
		case "authority-sent":
		case "authority-not-needed": {
			const state = asked === "authority-sent" ? "sent" : "not-needed";
			const { authority, errors } = readAuthority(form, state);
			const typed = { authority: { reason: authority.reason } };
			if (errors.length > 0) return refuse("authority", errors, typed);
			return save(
				`authority-${state}`,
				{ authority },
				{ part: "authority", field: "reason", typed },
				"Saved. The clock has stopped.",
			);
		}
		case "authority-reopen":
			return save(
				"authority-open",
				{ authority: { state: "open", reason: "" } },
				{ part: "authority", field: "reason", typed: {} },
				"The clock runs again.",
			);
		case "save-notice": {
			const { notice, errors } = readNotice(form);
			if (errors.length > 0) return refuse("notice", errors, { notice });
			return save("draft", { notice }, { part: "notice", field: "noticeText", typed: { notice } }, "E-mail saved.");
		}
		case "send":
			return send();
		case "end-sessions":
		case "disable-accounts":
		case "revoke-tokens":
			return endAccess(asked);
		default:
			throw data(null, { status: 400 });
	}

	async function save(
		deed: string,
		change: IncidentChange,
		{ part, field, typed }: { part: IncidentPart; field: string; typed: NonNullable<RefusedIncident["typed"]> },
		notice: string,
	): Promise<Refused> {
		const { database } = noting({ action: `incident.${deed}`, subject: incident.id });
		if (
			revision !== revisions[part] ||
			!(await database.write((transaction) => changeIncident(transaction, stored, change, now)))
		)
			return refuse(part, [{ field, message: conflict }], typed, 409);
		return leave(notice);
	}

	async function send(): Promise<Refused> {
		requireProof();
		const { notice } = incident;
		if (form.get("confirmed") !== "yes")
			return refuse(
				"sending",
				[{ field: "confirmed", message: "Confirm that you have checked the text and the list" }],
				{},
			);
		if (!notice || listBlanks(`${notice.subject}\n${notice.text}`).length > 0)
			return refuse(
				"sending",
				[{ field: "noticeText", message: "Save the e-mail without places in square brackets first" }],
				{},
			);
		// Reads until now count, too.
		await deps.readLog.flush();
		const { database } = noting({ action: "incident.notices-confirmed", subject: incident.id });
		if (
			revision !== revisions.sending ||
			!(await database.write((transaction) => askForNotices(transaction, stored, now)))
		)
			return refuse("sending", [{ field: "confirmed", message: conflict }], {}, 409);
		await writeNotices(deps, incident.id);
		return leave("The notices are on their way.");
	}

	/** Ends access one account or token at a time: a refusal keeps no other open. */
	async function endAccess(deed: string): Promise<Refused> {
		requireProof();
		const errors: FieldError[] = [];
		let ended = 0;
		for (const { id, kind, name, isOpen } of await listActors(deps, incident, now)) {
			if (!isOpen || kind !== (deed === "revoke-tokens" ? "token" : "account")) continue;
			if (deed === "revoke-tokens") {
				const { database } = noting({ action: "api-token.revoke", subject: id });
				await database.write((transaction) => revokeApiToken(transaction, id, now));
			} else {
				const outcome = await (deed === "disable-accounts"
					? administration.disable(signedIn, id)
					: administration.endSessions(signedIn, id));
				if (outcome.kind === "refused") errors.push({ field: "access", message: `${name}: ${outcome.message}` });
				if (outcome.kind !== "done") continue;
			}
			ended += 1;
		}
		if (errors.length > 0) return data<RefusedIncident>({ errors }, { status: 422 });
		const notices: Record<string, string> = {
			"revoke-tokens": "Tokens revoked. Their requests are refused from now on.",
			"disable-accounts": "Accounts disabled. Their sessions have ended.",
			"end-sessions": "All sessions and calendar addresses ended.",
		};
		return leave(ended === 0 ? "Nothing was left to end." : (notices[deed] ?? ""));
	}

	function requireProof(): void {
		if (hasFreshProof(signedIn.session, now)) return;
		deskRequest.notices.leave("Not done yet. Confirm it’s you, then try again.");
		throw redirect(`/prove?${new URLSearchParams({ to: path }).toString()}`, 303);
	}

	function refuse(
		part: IncidentPart,
		errors: FieldError[],
		typed: NonNullable<RefusedIncident["typed"]>,
		status = 422,
	): Refused {
		return data<RefusedIncident>({ errors, typed, refused: { part, revision } }, { status });
	}

	function leave(notice: string): never {
		deskRequest.notices.leave(notice);
		throw redirect(path, 303);
	}
}
