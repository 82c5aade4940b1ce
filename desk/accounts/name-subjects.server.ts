import { listApiTokens, nameApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import { listMailboxes } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { listIncidents } from "../../core/incidents/incident-store.server.ts";
import { listWebhooks } from "../../core/webhooks/webhook-store.server.ts";
import { nameWebhook } from "../webhooks/show-delivery.server.ts";
import type { beginWork } from "../work.server.ts";

type Subject = { name: string; path: string };

/** Names what the audit log knows only by id: members, tokens, webhooks and others that still exist, and invitations by their address. */
export async function nameSubjects({
	deps,
}: Pick<ReturnType<typeof beginWork>, "deps">): Promise<Map<string, Subject>> {
	const { db } = deps.database;
	const templates = await Promise.all(deps.records.kinds.map(({ name }) => deps.records.templates.list(name)));
	const lists: [string, { id: string; name: string }[]][] = [
		["accounts", await deps.accounts.administration.list()],
		["api-tokens", (await listApiTokens(db)).map((token) => ({ id: token.id, name: nameApiToken(token) }))],
		["webhooks", (await listWebhooks(db)).map((webhook) => ({ id: webhook.id, name: nameWebhook(webhook) }))],
		["mailboxes", (await listMailboxes(db)).map(({ id, address }) => ({ id, name: address }))],
		["templates", templates.flat()],
		["incidents", (await listIncidents(db)).map(({ id, title }) => ({ id, name: title }))],
	];
	const invitations = await deps.accounts.administration.listInvitations();
	return new Map([
		...lists.flatMap(([folder, entries]) =>
			entries.map(({ id, name }): [string, Subject] => [id, { name, path: `/${folder}/${id}` }]),
		),
		...invitations.map(({ id, email = "" }): [string, Subject] => [id, { name: email, path: "/accounts" }]),
	]);
}
