import { z } from "zod";
import { findMailboxOf } from "../core/conversations/incoming/mailbox-store.server.ts";
import { trialHeader, writeTrialMark } from "../core/self-trial/trial-mark.server.ts";
import {
	claimTrial,
	endTrial,
	findTrial,
	type Authentication,
	type Trial,
	type TrialForm,
	type TrialStep,
} from "../core/self-trial/trial-store.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { DomainCheck } from "../platform/email/sending-domain/check-sending-domain.ts";
import type { Logger } from "../platform/log.ts";
import { checkAddress, type AddressFinding } from "../platform/operations/address-check.ts";
import { writeTrialResume } from "./trial-resume.ts";

/** How long each part may take. */
export type TrialPatience = { responseMs: number; sendingMs: number; returnMs: number; lookMs: number };

const usualPatience: TrialPatience = { responseMs: 15_000, sendingMs: 90_000, returnMs: 180_000, lookMs: 500 };
const maxResponseBytes = 4 * 1024 * 1024;
const userAgent = "Mozilla/5.0 (compatible; front-office-self-trial-bot)";
const visitor = { firstName: "Trial", lastName: "Visitor" };
/** Visitors may take the chosen time meanwhile. */
const mostAttempts = 3;
/** Where no e-mail is tried, the form needs an address all the same; nothing is sent to it. */
const noAddress = "trial@self-trial.invalid";

const forms = {
	enquiry: { form: "enquiry", path: "/contactus/submit", noun: "an enquiry" },
	call: { form: "call", path: "/demo/book", noun: "the booking of a call" },
	application: { form: "application", path: "/api/applications", noun: "an application" },
} as const satisfies Record<TrialForm, { form: TrialForm; path: string; noun: string }>;

/** The values that a trial sent and finds in the database again: of a call its date and time, of an application its position. */
export type SentByTrial = { email: string; message?: string; date?: string; time?: string; jobId?: string };

type SentForm = {
	form: TrialForm;
	path: string;
	noun: string;
	body: string | FormData;
	headers?: Record<string, string>;
	sent: SentByTrial;
};

const availabilitySchema = z.object({
	data: z.object({ slots: z.array(z.string()), days: z.record(z.string(), z.string()) }),
});
const jobsSchema = z.array(z.object({ id: z.string() }));

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
	/** Tells which forms the site has besides that of enquiries, and what an application may choose. */
	getForms(): {
		takesCalls: boolean;
		careers: Record<"countries" | "locations" | "qualifications", readonly string[]> | undefined;
	};
	/** Tells whether a record is stored as it was sent. */
	isStored(form: TrialForm, reference: string, sent: SentByTrial): Promise<boolean>;
	/** Erases a record with all that belongs to it; harmless if there is none. */
	erase(form: TrialForm, reference: string): Promise<void>;
	/** Aborted when the server stops. */
	stopping: AbortSignal;
	patience?: TrialPatience;
	/** Checks SPF, DKIM and DMARC of the sending domain in DNS; undefined where there is none. */
	checkDomain?: (() => Promise<DomainCheck | undefined>) | undefined;
	/** By default checkAddress. */
	findAddress?: (now: Temporal.Instant) => Promise<AddressFinding[]>;
};

/**
 * Creates the task that tries the public site when somebody asks for it or an hour has passed: an invented visitor books a call, applies and
 * sends an enquiry over the public address; each is looked up in the database, the enquiry's confirmation is followed to the mail server and
 * back through a connected mailbox, and all of it is erased. Of several servers, one does it. The result is stored, and what fails becomes an alarm.
 */
export function createSelfTrial(deps: SelfTrialDeps): () => Promise<void> {
	const { database, clock, log, publicUrl, secret, email, isHourly, getForms, isStored, erase, stopping } = deps;
	const { patience = usualPatience } = deps;
	const findAddress = deps.findAddress ?? ((now) => checkAddress({ publicUrl, secret }, now));

	async function runDue(): Promise<void> {
		if (stopping.aborted) return;
		const { trial, died } = await database.write((transaction) =>
			claimTrial(transaction, { isHourly, now: clock.now() }),
		);
		for (const dead of died) {
			await finish(dead);
		}
		if (!trial) return;
		let steps: TrialStep[] | undefined;
		try {
			steps = await run(trial);
		} catch (error) {
			if (!stopping.aborted) throw error;
		} finally {
			await finish(trial, steps);
		}
		const failed = steps?.filter(({ isWell }) => !isWell) ?? [];
		if (failed.length > 0) log.warn({ failed }, "the self-test of the site found a failure");
	}

	/** Erases what a trial stored and ends it. */
	async function finish(trial: Trial, steps?: readonly TrialStep[]): Promise<void> {
		await eraseRecords(trial);
		await database.write((transaction) => endTrial(transaction, trial, { ...(steps && { steps }), now: clock.now() }));
		// Until then, an abandoned request could still store something.
		await eraseRecords(trial);
	}

	/** The records are known even if no response told of them. */
	async function eraseRecords({ id }: Trial): Promise<void> {
		const references = (await findTrial(database.db, id))?.references ?? {};
		for (const [form, reference] of Object.entries(references)) await erase(form as TrialForm, reference);
	}

	async function run(trial: Trial): Promise<TrialStep[]> {
		const steps = [...listAddressSteps(await findAddress(clock.now())), ...listDomainSteps(await deps.checkDomain?.())];
		steps.push(...(await bookCall(trial)), ...(await apply(trial)));
		const sent = await sendEnquiry(trial);
		steps.push(sent.step);
		const { reference } = sent;
		if (reference === undefined || !sent.step.isWell || email === undefined) return steps;
		const left = await followSending(reference);
		steps.push(left);
		await erase("enquiry", reference);
		// Only a mailbox that the server reads by itself can tell.
		const mailbox = await findMailboxOf(database.db, withoutTag(email));
		if (left.isWell && mailbox?.settings.by === "imap") steps.push(await followReturn(trial));
		return steps;
	}

	async function sendEnquiry(trial: Trial): Promise<{ step: TrialStep; reference?: string }> {
		const begun = performance.now();
		const message = `This is a trial of the form by the site itself (${trial.id}). It is removed at once.`;
		const enquiry = { ...visitor, email: email ?? noAddress, phone: "", message };
		const sent = await sendForm(trial, { ...forms.enquiry, ...toJson({ ...enquiry, leaveEmpty: "" }), sent: enquiry });
		if ("wrong" in sent) return { step: { name: "enquiry", isWell: false, text: sent.wrong } };
		return {
			step: { name: "enquiry", isWell: true, text: `An enquiry was stored in ${writeSeconds(begun)}.` },
			reference: sent.reference,
		};
	}

	/** Books the last free time, which the fewest visitors want; in quarantine it takes it from nobody. No step where calls are off. */
	async function bookCall(trial: Trial): Promise<TrialStep[]> {
		if (!getForms().takesCalls) return [];
		const begun = performance.now();
		const end = (isWell: boolean, text: string): TrialStep[] => [{ name: "call", isWell, text }];
		for (let attempt = 1; ; attempt += 1) {
			const read = await readJson("/demo/availability", availabilitySchema, "the times of calls");
			if ("wrong" in read) return end(false, read.wrong);
			const time = findLastTime(read.data.data);
			if (!time) return end(true, "No slot is free, so no call was booked.");
			const call = { ...visitor, email: noAddress, phone: "+1 202 555 0100", message: "", ...time };
			const sent = await sendForm(trial, { ...forms.call, ...toJson({ ...call, leaveEmpty: "" }), sent: call });
			if (!("wrong" in sent)) {
				await erase("call", sent.reference);
				return end(true, `A call was booked in ${writeSeconds(begun)}.`);
			}
			// A visitor was faster.
			if (sent.status !== 409 || attempt === mostAttempts) return end(false, sent.wrong);
		}
	}

	/** Applies for the first open position. No step where careers are off. */
	async function apply(trial: Trial): Promise<TrialStep[]> {
		const { careers } = getForms();
		if (!careers) return [];
		const end = (isWell: boolean, text: string): TrialStep[] => [{ name: "application", isWell, text }];
		const begun = performance.now();
		const read = await readJson("/api/jobs", jobsSchema, "the positions");
		if ("wrong" in read) return end(false, read.wrong);
		const [job] = read.data;
		if (!job) return end(true, "No position is open, so nobody applied.");
		const body = new FormData();
		const fields = {
			jobId: job.id,
			fullName: `${visitor.firstName} ${visitor.lastName}`,
			email: noAddress,
			phone: "+1 202 555 0100",
			city: "Trial",
			country: careers.countries[0] ?? "",
			preferredLocation: careers.locations[0] ?? "",
			minimumQualifications: JSON.stringify(careers.qualifications.map((text) => ({ text, answer: "yes" }))),
			eligibleToWork: "yes",
			requiresSponsorship: "no",
		};
		for (const [name, value] of Object.entries(fields)) body.append(name, value);
		body.append("resume", new Blob([writeTrialResume()], { type: "application/pdf" }), "trial.pdf");
		const sent = await sendForm(trial, { ...forms.application, body, sent: { email: noAddress, jobId: job.id } });
		if ("wrong" in sent) return end(false, sent.wrong);
		await erase("application", sent.reference);
		return end(true, `An application was stored in ${writeSeconds(begun)}.`);
	}

	/** Sends a marked form as a browser would, and looks up what it stored. */
	async function sendForm(
		trial: Trial,
		{ form, path, noun, body, headers, sent }: SentForm,
	): Promise<{ reference: string } | { wrong: string; status?: number }> {
		let status: number;
		let text: string;
		try {
			const response = await fetch(`${publicUrl}${path}`, {
				method: "POST",
				redirect: "error",
				headers: {
					...headers,
					accept: "application/json",
					origin: publicUrl,
					"user-agent": userAgent,
					"idempotency-key": trial.id,
					[trialHeader]: writeTrialMark({ id: trial.id, form }, secret, clock.now()),
				},
				body,
				signal: AbortSignal.any([stopping, AbortSignal.timeout(patience.responseMs)]),
			});
			({ status } = response);
			text = await readBounded(response);
		} catch (error) {
			stopping.throwIfAborted();
			return { wrong: `${noun} got no response over ${publicUrl} (${describeFailure(error)}).` };
		}
		if (status !== 200) return { wrong: `${noun} over ${publicUrl} was answered with status ${status}.`, status };
		const reference = readReference(text);
		if (reference === undefined) return { wrong: `the response to ${noun} over ${publicUrl} has no reference.` };
		const stored = (await findTrial(database.db, trial.id))?.references[form];
		if (stored !== reference || !(await isStored(form, reference, sent)))
			return { wrong: `the form took ${noun} (${reference}) but did not store it.` };
		return { reference };
	}

	async function readJson<Data>(
		path: string,
		schema: z.ZodType<Data>,
		what: string,
	): Promise<{ data: Data } | { wrong: string }> {
		try {
			const response = await fetch(`${publicUrl}${path}`, {
				redirect: "error",
				headers: { accept: "application/json", "cache-control": "no-cache", "user-agent": userAgent },
				signal: AbortSignal.any([stopping, AbortSignal.timeout(patience.responseMs)]),
			});
			const text = await readBounded(response);
			if (response.status !== 200)
				return { wrong: `${what} over ${publicUrl} were answered with status ${response.status}.` };
			return { data: schema.parse(JSON.parse(text)) };
		} catch (error) {
			stopping.throwIfAborted();
			const reason = error instanceof z.ZodError || error instanceof SyntaxError ? "" : ` (${describeFailure(error)})`;
			return { wrong: `${what} could not be read over ${publicUrl}${reason}.` };
		}
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

function toJson(body: object) {
	return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Finds the last free time of the window. */
function findLastTime({
	slots,
	days,
}: z.infer<typeof availabilitySchema>["data"]): { date: string; time: string } | undefined {
	for (const [date, marks] of Object.entries(days).toSorted(([one], [other]) => other.localeCompare(one))) {
		const time = slots[marks.lastIndexOf("1")];
		if (time !== undefined) return { date, time };
	}
	return undefined;
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

/** Records that can be improved, and those that DNS does not tell, are shown only in the desk. */
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
