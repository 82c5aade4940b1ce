import { hash, randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { listSlotLabels, policyOf } from "../../features/booking/availability.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { readFolders } from "../../platform/config.ts";
import { addDays, startOfSlot } from "../../shared/slot-times.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { builtCareers } from "../support/built-careers.ts";
import { createPdf } from "../support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";

const smallestResumeBytes = 20_000;
const largestResumeBytes = 1_000_000;
/** A client's pause between two actions, so that two processors are enough for all. */
const restMs = 300;
const requestTimeoutMs = 30_000;
/** These shares of booked calls are moved and cancelled, or there would soon be no slot left. */
const movedShare = 0.3;
const cancelledShare = 0.9;

export const policy = policyOf(readCompanyFile(readFolders().contentDirectory));

export type AcknowledgedRecord = { token: string; reference: string };
export type AcknowledgedBooking = AcknowledgedRecord & { date: string; time: string; state: "booked" | "cancelled" };
export type AcknowledgedApplication = AcknowledgedRecord & { bytes: number; sha256: string };

/** A request without the right response, at first or when repeated. */
export type FailedRequest = {
	what: string;
	/** A status, or the name of the failure. */
	how: string;
	/** As performance.now(). */
	begun: number;
	ended: number;
};

/** Responses to visitors, and failures. */
export type ClusterLedger = {
	enquiries: AcknowledgedRecord[];
	bookings: AcknowledgedBooking[];
	applications: AcknowledgedApplication[];
	moved: number;
	toldTaken: number;
	requests: number;
	failed: FailedRequest[];
	/** When form posts were first acknowledged, as performance.now(). */
	acknowledgedAt: number[];
};

/**
 * Simulates visitors until the signal: they read pages with scripts and styles, send enquiries, book, move and cancel calls, and apply with
 * resumes. Each form post is repeated with its Idempotency-Key until it is acknowledged; failures on the way are recorded.
 * Every visitor has an address of its own, in X-Forwarded-For.
 */
export async function runClusterLoad(url: string, ledger: ClusterLedger, signal: AbortSignal): Promise<void> {
	const times = listSlotLabels(policy);
	// Reminders of a call in a few days do not fall due during the test.
	const firstDate = addDays(findDate(Date.now(), policy.timeZone), 3);
	const drawSlot = () => ({
		date: addDays(firstDate, randomInt(policy.windowDays - 4)),
		time: times[randomInt(times.length)] ?? "",
	});

	/** Sends a request once; undefined when it failed, which is recorded. */
	async function sendOnce(what: string, path: string, init: RequestInit, expected: readonly number[]) {
		const begun = performance.now();
		let how: string;
		ledger.requests++;
		try {
			const response = await fetch(url + path, {
				redirect: "manual",
				signal: AbortSignal.timeout(requestTimeoutMs),
				...init,
			});
			const body = await response.text();
			if (expected.includes(response.status)) return { status: response.status, body };
			how = String(response.status);
		} catch (error) {
			const { cause } = error as { cause?: { code?: string; message?: string } };
			how = cause?.code ?? cause?.message ?? String(error);
		}
		ledger.failed.push({ what, how, begun, ended: performance.now() });
		return undefined;
	}

	async function sendUntilAccepted(what: string, path: string, init: RequestInit, expected: readonly number[]) {
		for (;;) {
			const answer = await sendOnce(what, path, init, expected);
			if (answer) {
				ledger.acknowledgedAt.push(performance.now());
				return answer;
			}
			await sleep(100);
		}
	}

	const fromSomewhere = () => ({
		"x-forwarded-for": `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`,
	});
	const json = (token: string, body: object) => ({
		method: "POST",
		headers: { ...fromSomewhere(), "content-type": "application/json", "idempotency-key": token },
		body: JSON.stringify(body),
	});
	const person = (token: string) => ({
		firstName: "Asha",
		lastName: "Rao",
		email: `${token}@visitor.example`,
		message: token,
	});
	const readReference = (body: string) => (JSON.parse(body) as { data: { reference: string } }).data.reference;

	async function readPages() {
		const paths = [
			"/",
			"/demo",
			"/contactUs",
			"/career",
			`/career/jobs/${testJob.id}`,
			"/api/jobs",
			"/demo/availability",
		];
		const path = paths[randomInt(paths.length)] ?? "/";
		const page = await sendOnce("page", path, { headers: fromSomewhere() }, [200]);
		const files = new Set(page?.body.match(/\/assets\/[\w./-]+\.(?:js|css)/g));
		for (const file of [...files].slice(0, 4)) await sendOnce("file of a page", file, {}, [200]);
	}

	async function sendEnquiry() {
		const token = randomUUID();
		const { body } = await sendUntilAccepted("enquiry", "/contactus/submit", json(token, person(token)), [200]);
		ledger.enquiries.push({ token, reference: readReference(body) });
	}

	async function bookCall() {
		const token = randomUUID();
		let slot = drawSlot();
		const request = json(token, { ...person(token), phone: "1", ...slot });
		// 422: the date is a Sunday or a closure.
		const { status, body } = await sendUntilAccepted("booking", "/demo/book", request, [200, 409, 422]);
		if (status === 409) ledger.toldTaken++;
		if (status !== 200) return;
		const { data } = JSON.parse(body) as { data: { reference: string; manageUrl: string } };
		const change = (form: Record<string, string>, expected: readonly number[]) =>
			sendUntilAccepted(
				`${form.intent} of a booking`,
				new URL(data.manageUrl).pathname,
				{ method: "POST", headers: fromSomewhere(), body: new URLSearchParams(form) },
				expected,
			);
		if (Math.random() < movedShare) {
			const wanted = drawSlot();
			if (
				(
					await change(
						{ intent: "choose", start: String(startOfSlot(wanted.date, wanted.time, policy.timeZone)) },
						[303, 409, 422],
					)
				).status === 303
			) {
				slot = wanted;
				ledger.moved++;
			}
		}
		const state = Math.random() < cancelledShare ? "cancelled" : "booked";
		if (state === "cancelled") await change({ intent: "cancel" }, [303]);
		ledger.bookings.push({ token, reference: data.reference, ...slot, state });
	}

	async function apply() {
		const token = randomUUID();
		const bytes = Math.round(smallestResumeBytes * (largestResumeBytes / smallestResumeBytes) ** Math.random());
		const resume = createPdf({ bytes, padding: token });
		const fields = { ...createApplicationFields(testJob, builtCareers), email: `${token}@applicant.example` };
		const form = new Response(createApplicationForm(fields, { name: "resume.pdf", content: resume }));
		const request = {
			method: "POST",
			headers: {
				...fromSomewhere(),
				"content-type": form.headers.get("content-type") ?? "",
				"idempotency-key": token,
			},
			body: await form.arrayBuffer(),
		};
		const { body } = await sendUntilAccepted("application", "/api/applications", request, [200]);
		const sha256 = hash("sha256", resume, "hex");
		ledger.applications.push({ token, reference: readReference(body), bytes, sha256 });
	}

	const visitors = [
		readPages,
		readPages,
		readPages,
		sendEnquiry,
		sendEnquiry,
		bookCall,
		bookCall,
		bookCall,
		apply,
		apply,
	];
	await Promise.all(
		visitors.map(async (act) => {
			while (!signal.aborted) {
				await act();
				await sleep(restMs * (0.5 + Math.random()));
			}
		}),
	);
}
