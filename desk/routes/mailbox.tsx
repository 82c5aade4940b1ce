import { data, Form, Link, redirect } from "react-router";
import { signIn } from "../../core/conversations/incoming/mailbox-reader.server.ts";
import {
	addMailbox,
	changeMailbox,
	findMailbox,
	removeMailbox,
	type Mailbox,
	type MailboxSettings,
} from "../../core/conversations/incoming/mailbox-store.server.ts";
import { MailboxError, openImapFolder } from "../../platform/email/imap-connection.ts";
import { enqueueTestEmail, findTestEmail } from "../../platform/email/test-email.server.tsx";
import { capitalise } from "../../shared/capitalise.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Page } from "../layout/page.tsx";
import { ImapFields, type TypedMailbox } from "../mailboxes/mailbox-fields.tsx";
import { MailboxStatus, type MailboxTest } from "../mailboxes/mailbox-status.tsx";
import { findPreset, presets } from "../mailboxes/presets.ts";
import { readMailboxForm, readTypedMailbox } from "../mailboxes/read-mailbox-form.server.ts";
import { showMailbox } from "../mailboxes/show-mailbox.server.ts";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/mailbox.ts";

/** One mailbox, or the form of a new one. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, now } = beginWork(context);
	const mailbox = params.id === undefined ? undefined : await getMailbox(context, params.id);
	const preset = findPreset(readQuery(request)["preset"]);
	return {
		id: mailbox?.id,
		typed: mailbox ? toTyped(mailbox) : preset.typed,
		preset: preset.key,
		kinds: listTargets(context),
		status: mailbox && showMailbox(mailbox, { now, place: deps.company }),
		test: mailbox && (await readTest(mailbox)),
		entrance: mailbox?.settings.by === "http" ? writeEntrance(mailbox) : undefined,
	};

	async function readTest(one: Mailbox): Promise<MailboxTest | undefined> {
		const sent = await findTestEmail(deps.database.db, one, now);
		if (!sent) return undefined;
		const arrivedAt = one.testArrivedAt;
		const hasArrived = arrivedAt !== undefined && Temporal.Instant.compare(arrivedAt, sent.queuedAt) >= 0;
		return {
			sentAt: showValue(sent.queuedAt, deps.company),
			isSent: sent.state === "sent",
			error: sent.lastError,
			arrivedAt: hasArrived ? showValue(arrivedAt, deps.company) : undefined,
		};
	}

	/** The address and the secret for programs that hand messages over. */
	function writeEntrance({ id, settings }: Mailbox) {
		const secret = settings.by === "http" ? settings.secret : "";
		return { url: `${deps.config.publicUrl}/mail/${id}`, secret };
	}
}

type ActionData = { errors: FieldError[]; typed: TypedMailbox };

export async function action({ request, context, params }: Route.ActionArgs): Promise<ActionData> {
	const { deps, deskRequest, now, noting, notingNew } = beginWork(context);
	const stored = params.id === undefined ? undefined : await getMailbox(context, params.id);
	const form = await readForm(request);
	const leave = (notice: string, path: string): never => {
		deskRequest.notices.leave(notice);
		throw redirect(path, 303);
	};
	switch (form.get("do") ?? "") {
		case "save": {
			const { errors, mailbox } = readMailboxForm(form, {
				kinds: listTargets(context).map(({ value }) => value),
				stored,
			});
			const refused = (more: FieldError[]): ActionData => ({ errors: more, typed: readTypedMailbox(form) });
			if (errors.length > 0) return refused(errors);
			const opened = await tryToOpen(mailbox.settings);
			if ("fault" in opened)
				return refused([{ field: mailbox.settings.by === "imap" ? "host" : "address", message: opened.fault }]);
			const tried = { ...mailbox, settings: opened.settings };
			if (stored) {
				const source = noting({ action: "mailbox.change", subject: stored.id });
				const isThere = await source.database.write((transaction) => changeMailbox(transaction, stored.id, tried, now));
				return leave(isThere ? "Mailbox saved." : "Not saved: someone else has removed this mailbox.", "/mailboxes");
			}
			const { reference: id, isNew } = await notingNew("mailbox.add").write(async (transaction) => {
				const added = await addMailbox(transaction, tried, now);
				return { reference: added ?? "", isNew: added !== undefined };
			});
			if (!isNew) return refused([{ field: "address", message: "This mailbox is already connected" }]);
			return leave("Mailbox connected. New messages arrive in the desk from now on.", `/mailboxes/${id}`);
		}
		case "test": {
			if (!stored) throw data(null, { status: 400 });
			const source = noting({ action: "mailbox.test", subject: stored.id });
			await source.database.write((transaction) =>
				enqueueTestEmail(
					transaction,
					{ id: stored.id, email: stored.address },
					{ now, messageIdDomain: deps.messageIdDomain },
				),
			);
			deps.onEmails();
			return leave("Test e-mail on its way.", `/mailboxes/${stored.id}#test`);
		}
		case "remove": {
			if (!stored) throw data(null, { status: 400 });
			const source = noting({ action: "mailbox.remove", subject: stored.id });
			await source.database.write((transaction) => removeMailbox(transaction, stored.id));
			return leave(`${stored.address} is no longer read. Its messages stay.`, "/mailboxes");
		}
		default:
			throw data(null, { status: 400 });
	}
}

/** Opens a mailbox; returns its settings, which the provider may have changed, or why that is impossible. */
async function tryToOpen(settings: MailboxSettings): Promise<{ settings: MailboxSettings } | { fault: string }> {
	if (settings.by !== "imap") return { settings };
	try {
		const { login, renewed = settings } = await signIn(settings);
		const folder = await openImapFolder(login, { timeoutMs: 15_000 });
		folder.close();
		return { settings: renewed };
	} catch (error) {
		if (error instanceof MailboxError) return { fault: error.message };
		throw error;
	}
}

/** @throws a 404 response when it is gone */
async function getMailbox(context: Route.LoaderArgs["context"], id: string): Promise<Mailbox> {
	const mailbox = await findMailbox(beginWork(context).deps.database.db, id);
	if (!mailbox) throw data(null, { status: 404 });
	return mailbox;
}

/** The kinds of records that a new message can become. */
function listTargets(context: Route.LoaderArgs["context"]) {
	return beginWork(context)
		.deps.records.kinds.filter(({ enter }) => enter !== undefined)
		.map(({ name, names }) => ({ value: name, label: capitalise(names) }));
}

function toTyped({ address, kind, settings, hasPlusAddresses }: Mailbox): TypedMailbox {
	const { typed } = findPreset(undefined);
	// An admin who wanted the earlier messages of one folder has not asked for those of another.
	const common = { ...typed, address, kind, hasPlusAddresses, readsEarlier: false };
	if (settings.by === "http") return { ...common, by: "http" };
	const { host, port, security, user, folder, trustedAuthserv, login } = settings;
	return {
		...common,
		by: "imap",
		host,
		port: String(port),
		security,
		user,
		folder,
		trustedAuthserv,
		loginWith: login.with,
		...(login.with === "oauth2" && { tokenUrl: login.tokenUrl, clientId: login.clientId }),
	};
}

export default function MailboxPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, preset, kinds, status, test, entrance } = loaderData;
	const typed = actionData?.typed ?? loaderData.typed;
	const errors = actionData?.errors ?? [];
	const path = id === undefined ? `/mailboxes/new?preset=${preset}` : `/mailboxes/${id}`;
	useLive((key) => key === "mailboxes");
	return (
		<Page
			title={id === undefined ? "Connect a mailbox" : loaderData.typed.address}
			subtitle="Replies arrive in the conversation they belong to; anything else becomes a new record."
		>
			<ErrorSummary errors={errors} />
			{status && id !== undefined && <MailboxStatus status={status} test={test} path={path} />}
			{id === undefined && (
				<nav aria-label="Provider" className="filters">
					<ul>
						{presets.map(({ key, name }) => (
							<li key={key}>
								<Link to={`/mailboxes/new?preset=${key}`} aria-current={key === preset ? "true" : undefined} replace>
									{name}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
			{entrance && (
				<section aria-labelledby="entrance" className="panel">
					<h2 id="entrance">Hand messages over</h2>
					<p>Send each raw message by POST to this address, signed with the secret.</p>
					<p>
						<code>{entrance.url}</code>
					</p>
					<details>
						<summary>Show secret</summary>
						<code>{entrance.secret}</code>
					</details>
				</section>
			)}
			<Form key={`${id} ${preset}`} method="post" action={path} className="form" noValidate preventScrollReset>
				<input type="hidden" name="by" value={typed.by} />
				<TextField
					name="address"
					label="Address"
					type="email"
					required
					readOnly={id !== undefined}
					defaultValue={typed.address}
					errors={errors}
				/>
				<SelectField
					name="kind"
					label="New messages become"
					defaultValue={typed.kind}
					options={kinds}
					errors={errors}
				/>
				{typed.by === "imap" && <ImapFields typed={typed} errors={errors} isNew={id === undefined} />}
				<div className="checks">
					<label>
						<input type="checkbox" name="hasPlusAddresses" defaultChecked={typed.hasPlusAddresses} />
						The server delivers plus addresses, such as {exampleOf(typed.address)}
					</label>
					{typed.by === "imap" && (
						<label>
							<input type="checkbox" name="readsEarlier" defaultChecked={typed.readsEarlier} />
							{id === undefined
								? "Bring in the messages that are already there"
								: "If the server, user or folder changes, bring in the messages that are already there"}
						</label>
					)}
				</div>
				<button name="do" value="save" className="button-main">
					{id === undefined ? "Connect mailbox" : "Save mailbox"}
				</button>
			</Form>
			{id !== undefined && (
				<details className="danger">
					<summary>Remove mailbox</summary>
					<p>It is no longer read. Messages that have arrived stay in the desk and in the mailbox.</p>
					<Form method="post" action={path}>
						<button name="do" value="remove">
							Remove mailbox
						</button>
					</Form>
				</details>
			)}
		</Page>
	);
}

function exampleOf(address: string): string {
	return (address.includes("@") ? address : "sales@example.com").replace("@", "+anything@");
}
