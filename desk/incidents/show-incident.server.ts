import { listApiTokens, isUsable } from "../../core/api-tokens/api-token-store.server.ts";
import type { AffectedPerson, Touch } from "../../core/incidents/affected-people.server.ts";
import type { DraftSource } from "../../core/incidents/draft-notices.server.ts";
import { writeData } from "../../core/incidents/draft-notices.server.ts";
import { describeTimeLeft, findDeadline, type Incident } from "../../core/incidents/incident.ts";
import { findNoticeOf, type NoticeState } from "../../core/incidents/notices.server.ts";
import { formerMember } from "../../core/records/name-of.ts";
import type { CompanyTime } from "../../shared/company.ts";
import type { DeskDeps } from "../guard/desk-deps.server.ts";
import { showShortTime, showValue } from "../records/show-values.server.ts";
import type { ShownState } from "../records/values.ts";
import type { ShownActor } from "./actors-section.tsx";
import type { ActorChoice } from "./incident-fields.tsx";
import type { NoticeCounts } from "./notice-section.tsx";
import type { ShownPerson } from "./people-section.tsx";

type Place = Pick<CompanyTime, "locale" | "timeZone">;

/** Lists the accounts and tokens that a form offers. */
export async function listChoices({
	accounts,
	database,
}: Pick<DeskDeps, "accounts" | "database">): Promise<{ accounts: ActorChoice[]; tokens: ActorChoice[] }> {
	return {
		accounts: (await accounts.administration.list()).map(({ id, name, email }) => ({ id, name, about: email })),
		tokens: (await listApiTokens(database.db)).map(({ id, name, revokedAt }) => ({
			id,
			name,
			about: revokedAt ? "API token, revoked" : "API token",
		})),
	};
}

/** Lists the accounts and tokens of an incident, and whether they can still be used. */
export async function listActors(
	{ accounts, database }: Pick<DeskDeps, "accounts" | "database">,
	{ actors }: Pick<Incident, "actors">,
	now: Temporal.Instant,
): Promise<ShownActor[]> {
	const members = await accounts.administration.list();
	const tokens = await listApiTokens(database.db);
	const shown: ShownActor[] = [];
	for (const id of actors) {
		const member = members.find((one) => one.id === id);
		const token = tokens.find((one) => one.id === id);
		if (member) {
			const open = member.disabledAt ? 0 : (await accounts.administration.listSessions(id)).length;
			const state: ShownState = member.disabledAt
				? { state: "held", name: "Disabled" }
				: { state: open > 0 ? "late" : "sent", name: `${open} open ${open === 1 ? "session" : "sessions"}` };
			shown.push({
				id,
				kind: "account",
				name: member.name,
				path: `/accounts/${id}`,
				state,
				isOpen: !member.disabledAt,
			});
		} else if (token) {
			const works = isUsable(token, now);
			const state: ShownState = works ? { state: "late", name: "Active" } : { state: "held", name: "Ended" };
			shown.push({ id, kind: "token", name: token.name, path: `/api-tokens/${id}`, state, isOpen: works });
		} else
			shown.push({
				id,
				kind: "gone",
				name: formerMember,
				path: `/audit-log?of=${id}`,
				state: { state: "held", name: "Deleted" },
				isOpen: false,
			});
	}
	return shown;
}

/** Counts an incident's tokens and accounts; deleted accounts count as accounts. */
export function countActors(actors: readonly ShownActor[]): Pick<DraftSource, "accounts" | "tokens"> {
	const tokens = actors.filter(({ kind }) => kind === "token").length;
	return { tokens, accounts: actors.length - tokens };
}

const noticeNames: Readonly<Record<NoticeState, ShownState>> = {
	waiting: { state: "waiting", name: "Waiting" },
	sent: { state: "sent", name: "Sent" },
	failed: { state: "failed", name: "Failed" },
	bounced: { state: "failed", name: "Bounced" },
	gone: { state: "sent", name: "Sent" },
};

const noticeGroups: Readonly<Record<NoticeState, keyof NoticeCounts>> = {
	waiting: "waiting",
	sent: "sent",
	failed: "undelivered",
	bounced: "undelivered",
	gone: "sent",
};

/** Shows a person of an incident. */
export function showPerson(
	person: AffectedPerson,
	{ states, place }: { states: ReadonlyMap<string, NoticeState>; place: Place },
): ShownPerson {
	const { reference, name, emails, records, read, changed, exported, data } = person;
	const told = findNoticeOf(person, states);
	return {
		reference,
		name: name || emails[0] || reference,
		emails,
		records: records.map((record) => record.reference),
		read: showTouch(read, place),
		changed: showTouch(changed, place),
		exported: showTouch(exported, place),
		data: writeData(data),
		notice: told ? noticeNames[told] : undefined,
		canBeTold: emails.length > 0,
	};
}

/** Counts the notices to people by what became of them. */
export function countNotices(
	people: readonly AffectedPerson[],
	states: ReadonlyMap<string, NoticeState>,
): NoticeCounts {
	const counts = { sent: 0, waiting: 0, undelivered: 0 };
	for (const person of people) {
		const state = findNoticeOf(person, states);
		if (state !== undefined) counts[noticeGroups[state]] += 1;
	}
	return counts;
}

function showTouch(touch: Touch | undefined, place: Place): { count: number; when: string } | undefined {
	if (!touch) return undefined;
	const [first, last] = [touch.first, touch.last].map((at) => showShortTime(at, place));
	return { count: touch.count, when: first === last ? (first ?? "") : `${first} to ${last}` };
}

/** Shows how the notice to the authority stands. */
export function showClock(incident: Incident, now: Temporal.Instant, place: Place) {
	const { state } = incident.authority;
	const isLate = Temporal.Instant.compare(findDeadline(incident), now) < 0;
	const shown: ShownState =
		state === "open"
			? { state: isLate ? "failed" : "late", name: describeTimeLeft(incident, now) }
			: { state: "sent", name: state === "sent" ? "Authority notified" : "No notice needed" };
	return {
		state,
		shown,
		deadline: showValue(findDeadline(incident), place),
		awareAt: showValue(incident.awareAt, place),
		reason: incident.authority.reason,
		decidedAt: incident.authority.at ? showValue(incident.authority.at, place) : undefined,
	};
}

/** Writes the warnings of Today about incidents whose 72-hour clock is running. */
export function describeOpenIncidents(
	incidents: readonly Incident[],
	now: Temporal.Instant,
): { text: string; path: string }[] {
	return incidents.map((incident) => ({
		text: `Incident “${incident.title}”: notify the authority, or note why not. ${describeTimeLeft(incident, now)}.`,
		path: `/incidents/${incident.id}`,
	}));
}
