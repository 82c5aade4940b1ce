import { data, Form, Link, redirect } from "react-router";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { pushTopics } from "../../core/push/push-choices.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { EmailChoice } from "../accounts/email-choice.tsx";
import { respondToRefusal } from "../accounts/finish-change.server.ts";
import { PasskeyButton } from "../accounts/passkey-button.tsx";
import { RecoveryCodes } from "../accounts/recovery-codes.tsx";
import { SessionTable } from "../accounts/session-table.tsx";
import { showSession } from "../accounts/show-session.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { DeviceNotifications } from "../push/device-notifications.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueCell } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import { countOf } from "../words.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/account.ts";

const path = "/account";

/** The member's own account: ways to sign in, and sessions. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn, now, deskRequest } = beginWork(context);
	const { accounts, company } = deps;
	const { account, session } = signedIn;
	const sessions = await accounts.own.listSessions(signedIn);
	const passkeys = await accounts.passkeys.list(account.id);
	return {
		notifications: deps.ownDevices && {
			publicKey: await deps.ownDevices.findKey(),
			topics: await deps.ownDevices.findChoices(signedIn),
			devices: (await deps.ownDevices.list(signedIn, deskRequest.browser)).map(({ since, ...device }) => ({
				...device,
				since: showValue(since, company),
			})),
		},
		wantsMentionEmails: await deps.records.notifications.wantsEmails(account.id),
		name: account.name,
		email: account.email,
		roles: account.roles,
		ways: await accounts.own.findWays(account.id),
		canUsePasskeys: accounts.passkeys.isPossible,
		isProven: hasFreshProof(session, now),
		sessions: sessions.map((one) => showSession(one, company, session.id)),
		signature: (await accounts.own.findChoices(signedIn)).signature,
		weeklyEmail: await accounts.own.findWeeklyEmail(signedIn),
		passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
			id,
			name,
			made: showValue(createdAt, company),
			used: lastUsedAt ? showValue(lastUsedAt, company) : { text: "Never" },
		})),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest } = beginWork(context);
	const { own, passkeys } = deps.accounts;
	const form = await readForm(request);
	const text = (name: string) => form.get(name) ?? "";
	switch (text("action")) {
		case "end-session":
			return done((await own.endSession(signedIn, text("session"))) ? "Session ended." : "Session already ended.");
		case "end-others": {
			const ended = await own.endOtherSessions(signedIn);
			return done(countOf(ended, `${ended} other sessions ended.`, "1 other session ended."));
		}
		case "recovery-codes": {
			const outcome = await own.renewRecoveryCodes(signedIn);
			return outcome.kind === "done" ? { recoveryCodes: outcome.recoveryCodes } : refuse(outcome);
		}
		case "passkey-begin": {
			const outcome = await passkeys.beginRegistration(signedIn);
			if (outcome.kind === "done") return { passkey: { makes: outcome.options, challenge: outcome.challenge } };
			return refuse(outcome);
		}
		case "passkey": {
			const answer = { challenge: text("challenge"), response: text("response"), name: text("name") };
			const outcome = await passkeys.register(signedIn, answer);
			return outcome.kind === "done" ? done("Passkey added.") : refuse(outcome);
		}
		case "rename-passkey": {
			const outcome = await passkeys.rename(signedIn, { id: text("passkey"), name: text("name") });
			return outcome.kind === "done" ? done("Passkey renamed.") : refuse(outcome);
		}
		case "remove-passkey": {
			const outcome = await passkeys.remove(signedIn, text("passkey"));
			return outcome.kind === "done" ? done("Passkey removed.") : refuse(outcome);
		}
		case "weekly-email": {
			const wanted = text("wanted") === "yes";
			await own.setWeeklyEmail(signedIn, wanted);
			return done(wanted ? "Weekly summary turned on." : "Weekly summary turned off.");
		}
		case "signature": {
			const fault = await own.setSignature(signedIn, text("signature"));
			return fault === undefined ? done("Signature saved.") : { errors: [{ field: "signature", message: fault }] };
		}
		case "mention-emails": {
			const wants = text("wants") === "yes";
			await deps.records.notifications.setWantsEmails(signedIn.account.id, wants);
			return done(wants ? "Mention e-mails turned on." : "Mention e-mails turned off.");
		}
		case "device-on": {
			const isOn = await deps.ownDevices?.turnOn(signedIn, deskRequest.browser, text("subscription"));
			if (isOn) return done("Notifications turned on.");
			return { errors: [{ field: "device-notifications", message: "Notifications cannot be sent to this browser." }] };
		}
		case "device-off":
			return done(
				(await deps.ownDevices?.turnOff(signedIn, text("device")))
					? "Notifications turned off."
					: "Notifications were already off.",
			);
		case "device-topics": {
			const chosen = form.getAll("topic");
			await deps.ownDevices?.setChoices(
				signedIn,
				pushTopics.filter((topic) => chosen.includes(topic)),
			);
			return done("Notifications saved.");
		}
		default:
			throw data(null, { status: 400 });
	}

	function done(notice: string): never {
		deskRequest.notices.leave(notice);
		throw redirect(path, 303);
	}

	function refuse(outcome: Parameters<typeof respondToRefusal>[0]) {
		return respondToRefusal(outcome, { to: path, field: "ways" });
	}
}

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
	const { name, email, roles, ways, canUsePasskeys, isProven, sessions, passkeys, weeklyEmail, wantsMentionEmails } =
		loaderData;
	if (actionData && "recoveryCodes" in actionData)
		return (
			<Page title="Your new recovery codes">
				<RecoveryCodes codes={actionData.recoveryCodes} next={path} nextName="I have saved them" />
			</Page>
		);
	const errors = actionData && "errors" in actionData ? actionData.errors : [];
	return (
		<Page title="Your account" subtitle={`${name}, ${email}, ${roles.join(", ")}`}>
			<ErrorSummary errors={errors} />
			<section aria-labelledby="ways">
				<h2 id="ways" tabIndex={-1}>
					Sign-in
				</h2>
				{ways.usesProvider ? (
					<p className="remark">You sign in through your company, which also manages your name, address and roles.</p>
				) : (
					<>
						{!isProven && (
							<p className="remark">
								<Link className="button" to={`/prove?to=${path}`}>
									Confirm it’s you
								</Link>{" "}
								to change how you sign in.
							</p>
						)}
						<dl className="fields">
							<div>
								<dt>Password</dt>
								<dd>
									{ways.hasPassword ? "Set, with an authenticator app. " : "Not set. "}
									{isProven && (
										<>
											{ways.hasPassword && (
												<>
													<Link to="/account/password">Change password</Link>,{" "}
												</>
											)}
											<Link to="/account/authenticator">
												{ways.hasPassword ? "Reset password and authenticator" : "Set password"}
											</Link>
										</>
									)}
								</dd>
							</div>
							{ways.hasPassword && (
								<div>
									<dt>Recovery codes</dt>
									<dd>
										{ways.recoveryCodesLeft} left
										{isProven && (
											<Form method="post" action={path}>
												<button name="action" value="recovery-codes">
													Generate new codes
												</button>
											</Form>
										)}
									</dd>
								</div>
							)}
						</dl>
						<h2 id="passkeys">Passkeys</h2>
						{passkeys.length === 0 ? (
							<p className="empty">
								No passkeys yet. A passkey signs you in with your phone’s or computer’s screen lock and cannot be
								phished.
							</p>
						) : (
							<PasskeyTable passkeys={passkeys} isProven={isProven} />
						)}
						{isProven && canUsePasskeys && (
							<Form method="post" action={path} className="form" noValidate>
								<TextField
									name="name"
									label="Passkey name"
									hint="For example, “Work laptop”."
									maxLength={60}
									required
								/>
								<PasskeyButton action={path} fields={["name"]}>
									Add passkey
								</PasskeyButton>
							</Form>
						)}
					</>
				)}
			</section>
			{weeklyEmail !== undefined && (
				<EmailChoice
					id="weekly-email"
					title="Weekly summary"
					field="wanted"
					isOn={weeklyEmail}
					texts={{
						on: "You get last week’s figures by e-mail every Monday morning.",
						off: "Off. See the figures any time under Analytics.",
					}}
				/>
			)}
			<Signature signature={loaderData.signature} errors={errors} />
			<EmailChoice
				id="mention-emails"
				title="Mention e-mails"
				field="wants"
				isOn={wantsMentionEmails}
				texts={{
					on: "You get an e-mail when someone mentions you in a note.",
					off: "Off. Mentions appear under Notifications.",
				}}
			/>
			<DeviceNotifications notifications={loaderData.notifications} action={path} />
			<section aria-labelledby="sessions">
				<div className="heading-row">
					<h2 id="sessions">Sessions</h2>
					{sessions.length > 1 && (
						<Form method="post" action={path}>
							<button name="action" value="end-others">
								End other sessions
							</button>
						</Form>
					)}
				</div>
				<SessionTable sessions={sessions} action={path} />
			</section>
		</Page>
	);
}

function Signature({ signature, errors }: { signature: string; errors: FieldError[] }) {
	return (
		<section aria-labelledby="signature-heading">
			<h2 id="signature-heading">Signature</h2>
			<Form method="post" action={path} className="form" preventScrollReset>
				<TextArea
					name="signature"
					label="Text"
					hint="Ends your replies in place of your name alone. Your name belongs in it."
					rows={4}
					maxLength={1_000}
					defaultValue={signature}
					errors={errors}
				/>
				<div>
					<button name="action" value="signature">
						Save signature
					</button>
				</div>
			</Form>
		</section>
	);
}

type ShownPasskey = { id: string; name: string; made: ShownValue; used: ShownValue };

function PasskeyTable({ passkeys, isProven }: { passkeys: ShownPasskey[]; isProven: boolean }) {
	return (
		<DataTable caption="Passkeys" columns={["Name", "Added", "Last used", "Actions"]}>
			{passkeys.map(({ id, name, made, used }) => (
				<tr key={id}>
					<th scope="row">{name}</th>
					<ValueCell label="Added" value={made} />
					<ValueCell label="Last used" value={used} />
					<td data-label="Actions">
						<Form method="post" action={path} className="inline-form">
							<input type="hidden" name="passkey" value={id} />
							<label>
								<span className="sr-only">New name of {name}</span>
								<input name="name" defaultValue={name} maxLength={60} required />
							</label>
							<button name="action" value="rename-passkey">
								Rename
							</button>
							{isProven && (
								<button name="action" value="remove-passkey">
									Remove<span className="sr-only"> {name}</span>
								</button>
							)}
						</Form>
					</td>
				</tr>
			))}
		</DataTable>
	);
}
