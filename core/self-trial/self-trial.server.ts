import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { checkAddress, type AddressFinding } from "../../platform/operations/address-check.ts";
import type { DomainCheck } from "../../platform/email/sending-domain/check-sending-domain.ts";
import type { Logger } from "../../platform/log.ts";
import { findMailboxOf } from "../conversations/incoming/mailbox-store.server.ts";
import { trialHeader, writeTrialMark } from "./trial-mark.server.ts";
import {
	claimTrial,
	endTrial,
	findTrial,
	type Authentication,
	type Trial,
	type TrialStep,
} from "./trial-store.server.ts";

/** How long each part may take. */
export type TrialPatience = { responseMs: number; sendingMs: number; returnMs: number; lookMs: number };

const usualPatience: TrialPatience = { responseMs: 15_000, sendingMs: 90_000, returnMs: 180_000, lookMs: 500 };
const maxResponseBytes = 64 * 1024;
/** Where no e-mail is tried, the form needs an address all the same; nothing is sent to it. */
const noAddress = "trial@self-trial.invalid";

export type SelfTrialDeps = {
	database: Database;
	clock: Clock;
	log: Logger;
	publicUrl: string;
	/** Signs the requests. */
	secret: string;
	/** Gets the confirmation of the invented visitor; undefined where none is sent. */
	email: string | undefined;
	isHourly: boolean;
	/** Tells whether an enquiry is stored as it was sent. */
	isStored(reference: string, sent: { email: string; message: string }): Promise<boolean>;
	/** Erases an enquiry with all that belongs to it; harmless if there is none. */
	erase(reference: string): Promise<void>;
	/** Aborted when the server stops. */
	stopping: AbortSignal;
	patience?: TrialPatience;
	/** Checks SPF, DKIM and DMARC of the sending domain in DNS; undefined where there is none. */
	checkDomain?: (() => Promise<DomainCheck | undefined>) | undefined;
	/** By default checkAddress. */
	findAddress?: (now: Temporal.Instant) => Promise<AddressFinding[]>;
};

/**
 * Creates the task that tries the public site when somebody asks for it or an hour has passed: an invented visitor sends an enquiry over the
 * public address; it is looked up in the database, its confirmation is followed to the mail server and back through a connected mailbox, and
 * all of it is erased. Of several servers, one does it. The result is stored, and what fails becomes an alarm.
 */
export function createSelfTrial(deps: SelfTrialDeps): () => Promise<void> {
	const { database, clock, log, publicUrl, secret, email, isHourly, isStored, erase, stopping } = deps;
	const { patience = usualPatience } = deps;
	const findAddress = deps.findAddress ?? ((now) => checkAddress({ publicUrl, secret }, now));

	async function runDue(): Promise<void> {
		if (stopping.aborted) return;
		const { trial, died } = await database.write((transaction) =>
			claimTrial(transaction, { isHourly, now: clock.now() }),
		);
		for (const dead of died) {
			await eraseRecord(dead);
			await database.write((transaction) => endTrial(transaction, dead, { now: clock.now() }));
		}
		if (!trial) return;
		let steps: TrialStep[] | undefined;
		try {
			steps = await run(trial);
		} catch (error) {
			if (!stopping.aborted) throw error;
		} finally {
			await eraseRecord(trial);
			const result = steps && { steps };
			await database.write((transaction) => endTrial(transaction, trial, { ...result, now: clock.now() }));
		}
		const failed = steps?.filter(({ isWell }) => !isWell) ?? [];
		if (failed.length > 0) log.warn({ failed }, "the site tried itself and something failed");
	}

	/** The record is known even if no response told of it. */
	async function eraseRecord({ id }: Trial): Promise<void> {
		const reference = (await findTrial(database.db, id))?.reference;
		if (reference !== undefined) await erase(reference);
	}

	async function run(trial: Trial): Promise<TrialStep[]> {
		const steps = [...listAddressSteps(await findAddress(clock.now())), ...listDomainSteps(await deps.checkDomain?.())];
		const sent = await sendEnquiry(trial);
		steps.push(sent.step);
		const { reference } = sent;
		if (reference === undefined || !sent.step.isWell || email === undefined) return steps;
		const left = await followSending(reference);
		steps.push(left);
		await erase(reference);
		// Only a mailbox that the server reads by itself can tell.
		const mailbox = await findMailboxOf(database.db, withoutTag(email));
		if (left.isWell && mailbox?.settings.by === "imap") steps.push(await followReturn(trial));
		return steps;
	}

	async function sendEnquiry(trial: Trial): Promise<{ step: TrialStep; reference?: string }> {
		const begun = performance.now();
		const message = `This is a trial of the form by the site itself (${trial.id}). It is removed at once.`;
		const enquiry = { firstName: "Trial", lastName: "Visitor", email: email ?? noAddress, phone: "", message };
		const fail = (text: string) => ({ step: { name: "enquiry", isWell: false, text } }) as const;
		let status: number;
		let body: string;
		try {
			const response = await fetch(`${publicUrl}/contactus/submit`, {
				method: "POST",
				redirect: "error",
				headers: {
					"content-type": "application/json",
					accept: "application/json",
					origin: publicUrl,
					"user-agent": "Mozilla/5.0 (compatible; front-office-self-trial-bot)",
					"idempotency-key": trial.id,
					[trialHeader]: writeTrialMark(trial.id, secret, clock.now()),
				},
				body: JSON.stringify({ ...enquiry, leaveEmpty: "" }),
				signal: AbortSignal.any([stopping, AbortSignal.timeout(patience.responseMs)]),
			});
			({ status } = response);
			body = await readBounded(response);
		} catch (error) {
			stopping.throwIfAborted();
			return fail(`an enquiry got no response over ${publicUrl} (${describeFailure(error)}).`);
		}
		const reference = readReference(body);
		if (status !== 200) return fail(`an enquiry over ${publicUrl} was answered with status ${status}.`);
		const stored = (await findTrial(database.db, trial.id))?.reference;
		if (reference === undefined) return fail(`the response to an enquiry over ${publicUrl} has no reference.`);
		if (stored !== reference || !(await isStored(reference, enquiry)))
			return fail(`the form took an enquiry (${reference}) but did not store it.`);
		return {
			step: { name: "enquiry", isWell: true, text: `An enquiry was stored in ${writeSeconds(begun)}.` },
			reference,
		};
	}

	async function followSending(reference: string): Promise<TrialStep> {
		const begun = performance.now();
		const find = () =>
			database.db
				.selectFrom("emails")
				.select(["state", "lastError"])
				.where("reference", "=", reference)
				.executeTakeFirst();
		const isLeft = await waitUntil(patience.sendingMs, async () => (await find())?.state === "sent");
		if (isLeft)
			return { name: "e-mail", isWell: true, text: `Its confirmation left by e-mail in ${writeSeconds(begun)}.` };
		const reason = (await find())?.lastError;
		return {
			name: "e-mail",
			isWell: false,
			text: `the confirmation of an enquiry has not left after ${writeMs(patience.sendingMs)}${reason ? `: ${reason}` : "."}`,
		};
	}

	async function followReturn(trial: Trial): Promise<TrialStep> {
		const begun = performance.now();
		const find = async () => (await findTrial(database.db, trial.id))?.arrived;
		await waitUntil(patience.returnMs, async () => (await find()) !== undefined);
		const arrived = await find();
		if (!arrived)
			return {
				name: "return",
				isWell: false,
				text: `the mail server accepted the confirmation of an enquiry, but it did not arrive within ${writeMs(patience.returnMs)}.`,
			};
		const bad = listFailed(arrived.authentication);
		return bad.length > 0
			? { name: "return", isWell: false, text: `the confirmation of an enquiry arrived, but ${bad.join(", ")} failed.` }
			: {
					name: "return",
					isWell: true,
					text: `It arrived in ${writeSeconds(begun)}${listPassed(arrived.authentication)}.`,
				};
	}

	/** Looks until something is so; false if it is not in time. */
	async function waitUntil(ms: number, look: () => Promise<boolean>): Promise<boolean> {
		const end = performance.now() + ms;
		for (;;) {
			if (await look()) return true;
			stopping.throwIfAborted();
			if (performance.now() >= end) return false;
			await new Promise((resolve) => setTimeout(resolve, patience.lookMs));
		}
	}

	return runDue;
}

function listAddressSteps(findings: readonly AddressFinding[]): TrialStep[] {
	return findings.flatMap(({ what, isWell, text, advice }): TrialStep[] => {
		if (what === "Address") return isWell ? [] : [{ name: "address", isWell, text }];
		if (what !== "Certificate") return [];
		return [
			{
				name: "certificate",
				isWell,
				text: isWell
					? `The certificate is v${text.slice(1)}`
					: `the certificate of the site ends soon. ${text} ${advice ?? ""}`.trim(),
			},
		];
	});
}

/** Records that can be improved, and those that DNS does not tell, are shown at the desk alone. */
function listDomainSteps(check: DomainCheck | undefined): TrialStep[] {
	const wrong = check?.findings.filter(({ state }) => state === "wrong") ?? [];
	if (!check || wrong.length === 0) return [];
	const texts = wrong.map(({ subject, texts: [first = ""] }) => `${subject}: ${first}`);
	return [{ name: "domain", isWell: false, text: `the DNS records of ${check.domain} are wrong. ${texts.join(" ")}` }];
}

function listFailed(authentication: Authentication): string[] {
	return names.filter((name) => isBad(authentication[name])).map((name) => name.toUpperCase());
}

function listPassed(authentication: Authentication): string {
	const passed = names.filter((name) => authentication[name] === "pass").map((name) => name.toUpperCase());
	return passed.length === 0 ? "" : `; ${passed.join(", ")} passed`;
}

const names = ["spf", "dkim", "dmarc"] as const;

/** Without a signature or a policy there is nothing that fails; the check of the sending domain says so. */
function isBad(result: string | undefined): boolean {
	return result !== undefined && !["pass", "none", "neutral"].includes(result);
}

/** Removes the part of an address after "+", with which mailboxes are not named. */
function withoutTag(address: string): string {
	const [local = "", domain = ""] = address.toLowerCase().split("@");
	return `${local.split("+", 1)[0]}@${domain}`;
}

async function readBounded(response: Response): Promise<string> {
	let text = "";
	const decoder = new TextDecoder();
	for await (const part of response.body ?? []) {
		text += decoder.decode(part, { stream: true });
		if (text.length > maxResponseBytes) throw new Error("the response is too long");
	}
	return text;
}

function readReference(body: string): string | undefined {
	try {
		const { data } = JSON.parse(body) as { data?: { reference?: unknown } };
		return typeof data?.reference === "string" ? data.reference : undefined;
	} catch {
		return undefined;
	}
}

function describeFailure(error: unknown): string {
	const { message, cause } = error as Error;
	return cause instanceof Error ? cause.message : message;
}

function writeSeconds(begun: number): string {
	return writeMs(performance.now() - begun);
}

function writeMs(ms: number): string {
	return `${ms < 10_000 ? (Math.ceil(ms / 100) / 10).toString() : Math.round(ms / 1_000)} s`;
}
