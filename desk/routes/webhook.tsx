import { useState } from "react";
import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { countDeliveries, listDeliveries, sendAgain, writeEventTo } from "../../core/webhooks/delivery-store.server.ts";
import { testType } from "../../core/webhooks/event-types.ts";
import {
	addWebhook,
	changeWebhook,
	findWebhook,
	maxWebhooks,
	pauseWebhook,
	removeWebhook,
	rotateSecret,
	webhooksChangeKey,
	type Webhook,
	type WebhookSettings,
} from "../../core/webhooks/webhook-store.server.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { keepTyped } from "../forms/keep-typed.ts";
import { hideCopiedSecret } from "../guard/hide-copied-secret.server.ts";
import { NewSecret } from "../layout/new-secret.tsx";
import { Page } from "../layout/page.tsx";
import { ProofLink } from "../layout/proof-link.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { FilterLinks } from "../records/list-parts.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import { DeliveryTable } from "../webhooks/delivery-table.tsx";
import { nameWebhook, showDelivery, showWebhookState } from "../webhooks/show-delivery.server.ts";
import { WebhookFields } from "../webhooks/webhook-fields.tsx";
import { listWebhookErrors, readWebhookForm } from "../webhooks/webhook-form.server.ts";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/webhook.ts";

const pageSize = 50;

/** Parameters of the deliveries; invalid ones count as absent. */
const deliveriesQuery = z.object({
	before: z.uuid().optional().catch(undefined),
	show: z.enum(["all", "given-up"]).catch("all"),
});

const nothingTyped: WebhookSettings = { url: "", description: "", events: [], format: "json" };

/** One webhook with its deliveries, the latest first, or the form of a new one. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, deskRequest, signedIn, now } = beginWork(context);
	const webhook = await findStored({ context, id: params.id });
	if (!webhook) return { title: "Add webhook", isProven: true, typed: nothingTyped, changeKey: webhooksChangeKey };
	const { id, url, description, events, format, isPaused } = webhook;
	const { db } = deps.database;
	const { before, show } = deliveriesQuery.parse(readQuery(request));
	const state = show === "all" ? undefined : show;
	const deliveries = await listDeliveries(db, id, { limit: pageSize + 1, before, state });
	const shown = deliveries.slice(0, pageSize).map((one) => showDelivery(one, deps.company));
	const counts = await countDeliveries(db, id);
	const [latest] = await listDeliveries(db, id, { limit: 1 });
	const isProven = hasFreshProof(signedIn.session, now);
	return {
		title: nameWebhook(webhook),
		isProven,
		// The rest of the URL may be a secret.
		typed: isProven ? { url, description, events, format } : undefined,
		changeKey: webhooksChangeKey,
		secret: deskRequest.secrets.find(id),
		stored: {
			id,
			isPaused,
			state: showWebhookState(webhook, latest && showDelivery(latest, deps.company)),
			deliveries: shown,
			filters: [
				{ show: "all", name: "All", count: counts.all },
				{ show: "given-up", name: "Given up", count: counts.givenUp },
			],
			show,
			before,
			older: deliveries.length > pageSize ? shown.at(-1)?.id : undefined,
		},
	};
}

type ActionData = { errors: FieldError[]; typed: WebhookSettings; needsProof?: undefined };

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, now, noting, notingNew } = beginWork(context);
	const stored = await findStored({ context, id: params.id });
	const form = await readForm(request);
	const leave = (notice: string, path = stored ? `/webhooks/${stored.id}` : "/webhooks"): never => {
		deskRequest.notices.leave(notice);
		throw redirect(path, 303);
	};
	const asked = form.get("do") ?? "";
	if (asked === "save") {
		const typed = readWebhookForm(form);
		const errors = listWebhookErrors(typed, deps.config.webhookPrivateHosts);
		if (errors.length > 0) return data<ActionData>({ errors, typed }, { status: 422 });
		if (stored) {
			const { database } = noting({ action: "webhook.change", subject: stored.id });
			await database.write((transaction) => changeWebhook(transaction, stored.id, typed, now));
			return leave("Webhook saved.");
		}
		const added = await notingNew("webhook.add").write(async (transaction) => {
			const { id = "", secret = "" } = (await addWebhook(transaction, typed, now)) ?? {};
			return { reference: id, isNew: id !== "", secret };
		});
		if (!added.isNew)
			return data<ActionData>(
				{ errors: [{ field: "url", message: `There are ${maxWebhooks} webhooks already. Delete one first` }], typed },
				{ status: 422 },
			);
		deskRequest.secrets.keep(added.reference, added.secret);
		return leave("Webhook added.", `/webhooks/${added.reference}`);
	}
	if (!stored) throw data(null, { status: 400 });
	hideCopiedSecret(deskRequest, form, `/webhooks/${stored.id}`);
	const { database } = noting({ action: `webhook.${asked}`, subject: stored.id });
	switch (asked) {
		case "pause":
		case "resume": {
			const isPaused = asked === "pause";
			await database.write((transaction) => pauseWebhook(transaction, stored.id, { isPaused, now }));
			return leave(isPaused ? "Webhook paused. Events wait for up to three days." : "Webhook resumed.");
		}
		case "rotate": {
			const secret = await database.write(
				async (transaction) => (await rotateSecret(transaction, stored.id, now)) ?? false,
			);
			if (secret === false) throw data(null, { status: 404 });
			deskRequest.secrets.keep(stored.id, secret);
			return leave("Secret replaced. The old one works for another 24 hours.");
		}
		case "test": {
			const event = { type: testType, reference: createOrderedId(), data: {} } as const;
			await database.write((transaction) => writeEventTo(transaction, stored, event, now));
			return leave(stored.isPaused ? "The test is sent when you resume the webhook." : "Test on its way.");
		}
		case "send-again": {
			const which = { id: form.get("delivery") ?? "", webhookId: stored.id };
			const isThere = await database.write((transaction) => sendAgain(transaction, which, now));
			const back = writeDeliveriesPath(stored.id, deliveriesQuery.parse(readQuery(request)));
			if (!isThere) return leave("Not sent: this delivery is no longer kept.", back);
			return leave(stored.isPaused ? "It is sent when you resume the webhook." : "Sending it again.", back);
		}
		case "delete": {
			await database.write((transaction) => removeWebhook(transaction, stored.id));
			return leave("Webhook deleted.", "/webhooks");
		}
		default:
			throw data(null, { status: 400 });
	}
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
	return keepTyped(() => serverAction());
}

/** Returns the address of a page of a webhook's deliveries. */
function writeDeliveriesPath(id: string, { before, show }: z.infer<typeof deliveriesQuery>): string {
	const parameters = new URLSearchParams({
		...(show !== "all" && { show }),
		...(before !== undefined && { before }),
	}).toString();
	return `/webhooks/${id}${parameters && `?${parameters}`}`;
}

/** @throws a 404 response for an unknown webhook */
async function findStored({
	context,
	id,
}: Pick<Route.LoaderArgs, "context"> & { id: string | undefined }): Promise<Webhook | undefined> {
	if (id === undefined) return undefined;
	const webhook = await findWebhook(beginWork(context).deps.database.db, id);
	if (!webhook) throw data(null, { status: 404 });
	return webhook;
}

/** Keeps the form of a page whose proof lapses while it is filled in. */
function useSettings(path: string, read: WebhookSettings | undefined): WebhookSettings | undefined {
	const [last, setLast] = useState({ path, settings: read });
	const settings = read ?? (last.path === path ? last.settings : undefined);
	if (last.path !== path || last.settings !== settings) setLast({ path, settings });
	return settings;
}

export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
	const { title, stored, secret, changeKey, isProven } = loaderData;
	const path = stored ? `/webhooks/${stored.id}` : "/webhooks/new";
	const settings = useSettings(path, loaderData.typed);
	const typed = actionData?.typed ?? settings;
	const errors = actionData?.errors ?? [];
	// A form that is being filled in shows nothing that changes.
	useLive((key) => key === changeKey, { isOn: stored !== undefined });
	return (
		<Page
			title={title}
			subtitle={stored ? <StateLabel state={stored.state} /> : "Each event is sent as it happens, and signed."}
		>
			<ErrorSummary errors={errors} />
			{secret !== undefined && (
				<NewSecret title="Signing secret" secret={secret} path={path}>
					With it, the receiver checks that events come from here.
				</NewSecret>
			)}
			{(!isProven || actionData?.needsProof) && (
				<ProofLink to={stored ? path : "/webhooks"} isNewTab={typed !== undefined}>
					to {stored ? "change" : "add"} this webhook.
				</ProofLink>
			)}
			{stored && (
				<>
					{isProven && (
						<Form method="post" action={path} className="actions" preventScrollReset>
							<button name="do" value="test">
								Send a test
							</button>
							<button name="do" value={stored.isPaused ? "resume" : "pause"}>
								{stored.isPaused ? "Resume" : "Pause"}
							</button>
						</Form>
					)}
					<section aria-labelledby="deliveries">
						<h2 id="deliveries">Deliveries</h2>
						{stored.filters.some(({ count }) => count > 0) && (
							<FilterLinks label="Status" path={path} filters={stored.filters} show={stored.show} />
						)}
						<DeliveryTable
							deliveries={stored.deliveries}
							path={writeDeliveriesPath(stored.id, stored)}
							canSend={isProven}
							empty={
								stored.filters[0]?.count === 0
									? "Nothing sent yet. Events appear here as they happen."
									: "No deliveries here."
							}
						/>
						{(stored.before !== undefined || stored.older !== undefined) && (
							<nav aria-label="Pages" className="pager">
								{stored.before !== undefined && (
									<Link to={writeDeliveriesPath(stored.id, { ...stored, before: undefined })}>Newest</Link>
								)}
								{stored.older !== undefined && (
									<Link to={writeDeliveriesPath(stored.id, { ...stored, before: stored.older })}>Older</Link>
								)}
							</nav>
						)}
					</section>
				</>
			)}
			{typed && (
				<section aria-labelledby={stored ? "settings" : undefined}>
					{stored && <h2 id="settings">Settings</h2>}
					<Form method="post" action={path} className="form" noValidate preventScrollReset>
						<WebhookFields typed={typed} errors={errors} />
						<button name="do" value="save" className="button-main">
							{stored ? "Save webhook" : "Add webhook"}
						</button>
					</Form>
				</section>
			)}
			{stored && isProven && (
				<>
					<details className="danger">
						<summary>Replace signing secret</summary>
						<p>You get a new secret. Events are signed with both for 24 hours, so that the receiver can change over.</p>
						<Form method="post" action={path}>
							<button name="do" value="rotate">
								Replace secret
							</button>
						</Form>
					</details>
					<details className="danger">
						<summary>Delete webhook</summary>
						<p>Nothing more is sent to it, and its list of deliveries is deleted.</p>
						<Form method="post" action={path}>
							<button name="do" value="delete">
								Delete webhook
							</button>
						</Form>
					</details>
				</>
			)}
		</Page>
	);
}
