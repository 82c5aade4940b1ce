import { createHash, hash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { builtCareers } from "../support/built-careers.ts";
import { createPdf } from "../support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { countDeliveries, runKillTest, sendUntilAccepted, waitUntil } from "./kill-harness.ts";

const smallestResumeBytes = 20_000;
const largestResumeBytes = 2_000_000;
/** This share of requests is sent slowly, so that the server is killed while they arrive. */
const slowShare = 0.5;
const pieceBytes = 32 * 1024;
const pieceMs = 5;
/** This share of acknowledged applications is sent again with the same key. */
const repeatedShare = 0.2;
/** Until a part of the upload that the last kill interrupts is in its file. */
const uploadTimeoutMs = 60_000;
/** Of the last start's sweep. */
const sweepTimeoutMs = 180_000;
/** The mark of the installation that the files belong to. */
const markName = "installation.json";
/** Older than files that the server leaves alone as another process's upload. */
const oldMs = 60 * 60_000;

/**
 * Tests that no acknowledged application is lost, duplicated or without its resume: kills the built server with SIGKILL at random moments
 * while clients upload resumes of 20 KB to 2 MB, on SQLite or postgres, and finally counts what is in the database, in the folder of files
 * and in the mail server.
 *
 * Every client sends an application, with its Idempotency-Key, until it is acknowledged. Before the last start all files are dated an hour
 * back, and the installation a day, so that the sweep at start has to tell the applications' files from orphans. Fails when an application
 * is missing or duplicated, when a resume differs in a byte, when an orphan is left outside the trash, or when an e-mail is missing.
 */
await runKillTest(
	"tests/faults/applications-kill.ts",
	() => {
		const acknowledged: { token: string; reference: string; bytes: number; sha256: string }[] = [];
		let uploadsCutOff = 0;
		let repeated = 0;
		let repeatedWithOtherAnswer = 0;
		let unexpected = 0;

		async function prepareApplication(resumeBytes: number) {
			const token = randomUUID();
			const resume = createPdf({ bytes: resumeBytes, padding: token });
			const { body, contentType } = await encodeForm(
				{ ...createApplicationFields(testJob, builtCareers), email: `${token}@applicant.example` },
				resume,
			);
			return { token, resume, headers: { "content-type": contentType, "idempotency-key": token }, body };
		}

		return {
			async prepare(database) {
				await database.write((transaction) => insertJobs(transaction, [testJob], Temporal.Now.instant()));
			},
			async act(url) {
				const bytes = Math.round(smallestResumeBytes * (largestResumeBytes / smallestResumeBytes) ** Math.random());
				const { token, resume, headers, body } = await prepareApplication(bytes);
				const slow = Math.random() < slowShare;
				const send = async () => {
					const response = await sendUntilAccepted(
						`${url}/api/applications`,
						() => ({ method: "POST", headers, body: slow ? sendSlowly(body) : body, duplex: "half" }),
						[200],
						() => unexpected++,
					);
					return ((await response.json()) as { data: { reference: string } }).data.reference;
				};
				const reference = await send();
				acknowledged.push({ token, reference, bytes, sha256: hash("sha256", resume, "hex") });
				if (Math.random() >= repeatedShare) return;
				repeated++;
				if ((await send()) !== reference) repeatedWithOtherAnswer++;
			},
			describeProgress: () => `${acknowledged.length} acknowledged`,
			async beforeLastKill(url, dataDirectory) {
				// A database that names none of the files sweeps none of them.
				await waitUntil(async () => acknowledged.length > 0, sweepTimeoutMs);
				const { token, headers, body } = await prepareApplication(largestResumeBytes);
				const half = new ReadableStream({
					start: (controller) => controller.enqueue(body.subarray(0, body.length / 2)),
				});
				const request = { method: "POST", headers, body: half, duplex: "half" };
				void fetch(`${url}/api/applications`, request).catch(() => "The server was killed, as it should be.");
				const hasArrived = async () => {
					for (const path of await listFiles(dataDirectory, "files", "incoming"))
						if ((await readFile(path, "latin1").catch(() => "")).includes(token)) return true;
					return false;
				};
				await waitUntil(hasArrived, uploadTimeoutMs);
			},
			async beforeLastStart(dataDirectory, { db }) {
				const then = new Date(Date.now() - oldMs);
				const since = new Date(Date.now() - 24 * oldMs).toISOString();
				await db.updateTable("installation").set({ since }).execute();
				const temporary = await listFiles(dataDirectory, "files", "incoming");
				for (const path of [...temporary, ...(await listFiles(dataDirectory, "files"))]) await utimes(path, then, then);
				for (const path of temporary) if (!(await readFile(path, "latin1")).endsWith("%%EOF\n")) uploadsCutOff++;
			},
			async examine(db, mailServer, dataDirectory) {
				const applications = await db
					.selectFrom("applications")
					.select(["reference", "email", "resumeFile", "resumeBytes", "resumeSha256"])
					.execute();
				const emails = await db.selectFrom("emails").select(["reference", "kind", "messageId"]).execute();
				const applicationsByReference = new Map(
					applications.map((application) => [application.reference, application]),
				);
				const emailsByReference = Map.groupBy(emails, (email) => email.reference);
				await waitForSweep(dataDirectory, applications.length);
				const files = new Map<string, string>();
				for (const path of await listFiles(dataDirectory, "files"))
					if (!path.endsWith(markName)) files.set(path, await hashFile(path));
				const pathOf = (name: string) => join(dataDirectory, "files", name);
				const { emailsNotDelivered, emailsDeliveredAgain } = countDeliveries(emails, mailServer);
				return {
					sums: { acknowledged: acknowledged.length, repeated, uploadsCutOff, emailsDeliveredAgain },
					faults: {
						nothingAcknowledged: acknowledged.length === 0 ? 1 : 0,
						noUploadCutOff: uploadsCutOff === 0 ? 1 : 0,
						lost: acknowledged.filter(
							({ token, reference }) => applicationsByReference.get(reference)?.email !== `${token}@applicant.example`,
						).length,
						doubled: applications.length - new Set(applications.map(({ email }) => email)).size,
						neverAcknowledged: applications.length - acknowledged.length,
						repeatedWithOtherAnswer,
						otherBytes: acknowledged.filter(({ reference, bytes, sha256 }) => {
							const application = applicationsByReference.get(reference);
							return (
								application?.resumeBytes !== bytes ||
								application.resumeSha256 !== sha256 ||
								files.get(pathOf(application.resumeFile)) !== sha256
							);
						}).length,
						withoutFile: applications.filter(({ resumeFile }) => !files.has(pathOf(resumeFile))).length,
						filesWithoutApplication: files.size - new Set(applications.map(({ resumeFile }) => resumeFile)).size,
						temporaryFiles: (await listFiles(dataDirectory, "files", "incoming")).length,
						withoutBothEmails: applications.filter(({ reference }) => {
							const kinds = (emailsByReference.get(reference) ?? []).map((email) => email.kind);
							return kinds.toSorted().join() !== "application-confirmation,application-notice";
						}).length,
						emailsWithoutApplication: emails.length - 2 * applications.length,
						emailsNotDelivered,
						unexpectedResponses: unexpected,
					},
				};
			},
		};
	},
	{ clients: 8, longestLifeMs: 1_200 },
);

/** Waits until only one file for each application and the mark are left; the sweep continues in the background after a start. */
async function waitForSweep(dataDirectory: string, applicationCount: number): Promise<void> {
	const countFiles = async () =>
		(await listFiles(dataDirectory, "files")).length + (await listFiles(dataDirectory, "files", "incoming")).length;
	await waitUntil(async () => (await countFiles()) <= applicationCount + 1, sweepTimeoutMs);
}

/** A body that arrives in pieces, as over a slow connection. */
function sendSlowly(body: Uint8Array): ReadableStream<Uint8Array> {
	let sent = 0;
	return new ReadableStream({
		async pull(controller) {
			await sleep(pieceMs);
			controller.enqueue(body.subarray(sent, (sent += pieceBytes)));
			if (sent >= body.length) controller.close();
		},
	});
}

async function encodeForm(
	fields: Record<string, string>,
	resume: Buffer,
): Promise<{ body: Uint8Array<ArrayBuffer>; contentType: string }> {
	const encoded = new Response(createApplicationForm(fields, { name: "resume.pdf", content: resume }));
	return { body: new Uint8Array(await encoded.arrayBuffer()), contentType: encoded.headers.get("content-type") ?? "" };
}

/** The paths of the files directly in some folders. */
async function listFiles(...folders: string[]): Promise<string[]> {
	const folder = join(...folders);
	return (await readdir(folder, { withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map(({ name }) => join(folder, name));
}

async function hashFile(path: string): Promise<string> {
	const sum = createHash("sha256");
	await pipeline(createReadStream(path), sum);
	return sum.digest("hex");
}
