import { spawn } from "node:child_process";
import { hash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { unpackAvailability, type AvailabilityResponse } from "../../features/booking/availability.ts";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { builtCareers } from "../support/built-careers.ts";
import {
	createServerEnvironment,
	projectDirectory,
	projectNode,
	startBuiltServer,
	waitUntilPagesAreRendered,
} from "../support/built-server.ts";
import { createPdf } from "../support/documents.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { startPostgresCluster } from "../support/postgres-cluster.ts";
import { waitUntil } from "./kill-harness.ts";

const largestResumeBytes = 1_000_000;
/** Records of each kind before the first backup. */
const recordsBefore = 10;
const recordsTimeoutMs = 180_000;
const unlocked: Lock = { toLock: {}, toOpen: {}, others: {} };

const { values: options } = parseArgs({
	options: {
		backups: { type: "string", default: "10" },
		clients: { type: "string", default: "8" },
		database: { type: "string", default: "sqlite" },
		encrypted: { type: "boolean", default: false },
	},
});
const backups = Number(options.backups);
const clients = Number(options.clients);

const person = { firstName: "Asha", lastName: "Rao", phone: "+91 98100 00000", message: "", domain: "Web development" };

type Acknowledged = { table: "enquiries" | "bookings" | "applications"; reference: string; sha256?: string };

/**
 * Rehearses a backup: while clients send enquiries, bookings and applications to the built server, archives are made and restored
 * elsewhere, every second time on the other kind of database. Fails when a record that was acknowledged before a backup began is missing
 * from its restore, or a resume has other bytes. Encrypted, by a passphrase and a public key in turn, it also fails when an archive has
 * readable bytes of a record, or is restored without its key or with another one.
 */
await endAllAfter(async (start) => {
	const directory = await start(
		() => mkdtemp(join(tmpdir(), "front-office-backup-")),
		(path) => rm(path, { recursive: true, force: true }),
	);
	const here = { dataDirectory: join(directory, "here"), databaseUrl: await createDatabase("here") };
	const log = createLog({ logLevel: "silent" });
	const prepared = await openDatabase({ ...here, databaseUrl: here.databaseUrl }, { migrations, log });
	await prepared.write((transaction) => insertJobs(transaction, [testJob], Temporal.Now.instant()));
	await prepared.close();
	const environment = await createServerEnvironment(here);
	const locks = await createLocks(directory);
	const { url } = await start(
		() => startBuiltServer(environment),
		({ end }) => end("SIGTERM"),
	);

	const acknowledged: Acknowledged[] = [];
	const sums = {
		backups,
		acknowledged: 0,
		checked: 0,
		unexpectedResponses: 0,
		lost: 0,
		otherBytes: 0,
		readable: 0,
		longestBackupMs: 0,
	};
	const working = new AbortController();
	await waitUntilPagesAreRendered(url);
	const { data } = (await (await fetch(`${url}/demo/availability`)).json()) as { data: AvailabilityResponse };
	const slots = [...unpackAvailability(data).days].flatMap(([date, times]) => times.map((time) => ({ date, time })));

	const senders: ((token: string) => Promise<void>)[] = [
		async (token) => {
			const { firstName, lastName, phone } = person;
			const email = `${token}@visitor.example`;
			await sendJson("enquiries", "/contactus/submit", { firstName, lastName, phone, email, message: token });
		},
		async (token) => {
			const slot = slots.shift();
			// Every slot is requested once; without free slots, the other clients continue.
			if (slot) await sendJson("bookings", "/demo/book", { ...person, ...slot, email: `${token}@visitor.example` });
		},
		async (token) => {
			const resume = createPdf({ bytes: Math.round(5_000 + Math.random() * largestResumeBytes), padding: token });
			const fields = { ...createApplicationFields(testJob, builtCareers), email: `${token}@applicant.example` };
			const body = createApplicationForm(fields, { name: "resume.pdf", content: resume });
			const reference = await readReference(await fetch(`${url}/api/applications`, { method: "POST", body }));
			const sha256 = hash("sha256", resume, "hex");
			if (reference !== undefined) acknowledged.push({ table: "applications", reference, sha256 });
		},
	];

	async function work(client: number): Promise<void> {
		for (let turn = client; !working.signal.aborted; turn++) await senders[turn % senders.length]?.(randomUUID());
	}

	async function rehearse(): Promise<void> {
		await waitUntil(
			async () => ["enquiries", "bookings", "applications"].every((table) => countOf(table) >= recordsBefore),
			recordsTimeoutMs,
		);
		for (let round = 1; round <= backups; round++) {
			const before = [...acknowledged];
			const begun = performance.now();
			const archive = join(directory, `backup-${round}.tar.gz`);
			const lock = locks[round % locks.length] ?? unlocked;
			await runCommand("backup", { ...environment, ...lock.toLock }, archive);
			sums.longestBackupMs = Math.max(sums.longestBackupMs, Math.round(performance.now() - begun));
			const there = {
				dataDirectory: join(directory, `there-${round}`),
				databaseUrl: round % 2 === 0 ? await createDatabase(`there_${round}`) : undefined,
			};
			const restoring = await createServerEnvironment(there);
			if (options.encrypted) {
				sums.readable += await countReadable(archive, before);
				for (const keys of [{}, lock.others])
					if (await tryCommand("restore", { ...restoring, ...keys }, archive, "--yes")) sums.readable++;
			}
			await runCommand("restore", { ...restoring, ...lock.toOpen }, archive, "--yes");
			await compare(there, before);
			await rm(archive);
			await rm(there.dataDirectory, { recursive: true, force: true });
			console.log(
				`${round} backups, ${acknowledged.length} acknowledged, ${sums.lost} lost, ${sums.otherBytes} with other bytes${options.encrypted ? `, ${sums.readable} readable` : ""}`,
			);
		}
	}

	async function compare(
		there: { dataDirectory: string; databaseUrl: string | undefined },
		before: readonly Acknowledged[],
	): Promise<void> {
		const database = await openDatabase(there, { migrations, log });
		const files = await openFileStore(there);
		try {
			const found = new Set<string>();
			for (const table of ["enquiries", "bookings", "applications"] as const)
				for (const { reference } of await database.db.selectFrom(table).select("reference").execute())
					found.add(reference);
			for (const { reference, sha256 } of before) {
				sums.checked++;
				if (!found.has(reference)) sums.lost++;
				else if (sha256 !== undefined && (await files.hash(`${reference}.pdf`)) !== sha256) sums.otherBytes++;
			}
		} finally {
			await database.close();
		}
	}

	await Promise.all([
		rehearse().finally(() => working.abort()),
		...Array.from({ length: clients }, (_, client) => work(client)),
	]);
	sums.acknowledged = acknowledged.length;
	console.log(
		`${options.database}: ${Object.entries(sums)
			.map(([name, sum]) => `${name} ${sum}`)
			.join(", ")}`,
	);
	process.exitCode =
		sums.lost + sums.otherBytes + sums.unexpectedResponses + sums.readable === 0 && sums.checked > 0 ? 0 : 1;

	function countOf(table: string): number {
		return acknowledged.filter((record) => record.table === table).length;
	}

	async function sendJson(table: Acknowledged["table"], path: string, body: unknown): Promise<void> {
		const reference = await readReference(
			await fetch(url + path, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			}),
		);
		if (reference !== undefined) acknowledged.push({ table, reference });
	}

	/** A refusal because of others is not an acknowledgement. */
	async function readReference(response: Response): Promise<string | undefined> {
		const answer = (await response.json()) as { data?: { reference: string } };
		if (response.status !== 200 && response.status !== 503) sums.unexpectedResponses++;
		return answer.data?.reference;
	}

	/** Creates an empty database in a separate PostgreSQL, if this run uses one or moves to one. */
	async function createDatabase(name: string): Promise<string | undefined> {
		if (name === "here" && options.database !== "postgres") return undefined;
		const cluster = await start(
			() => startPostgresCluster({ durable: false }),
			({ stop }) => stop(),
		);
		return cluster.url;
	}
});

/** Settings that encrypt archives, that open them, and that open those of somebody else. */
type Lock = { toLock: NodeJS.ProcessEnv; toOpen: NodeJS.ProcessEnv; others: NodeJS.ProcessEnv };

/** Creates the locks that archives get in turn: none, or a passphrase and a key pair. */
async function createLocks(directory: string): Promise<Lock[]> {
	if (!options.encrypted) return [unlocked];
	const [own, others] = [await generateIdentity(), await generateIdentity()];
	const keyFile = async (name: string, identity: string) => {
		const path = join(directory, name);
		await writeFile(path, `${identity}\n`, { mode: 0o600 });
		return { BACKUP_IDENTITY: path };
	};
	const passphrase = { BACKUP_PASSPHRASE: "correct horse battery staple" };
	return [
		{ toLock: passphrase, toOpen: passphrase, others: { BACKUP_PASSPHRASE: "incorrect horse battery staple" } },
		{
			toLock: { BACKUP_RECIPIENT: await identityToRecipient(own) },
			toOpen: await keyFile("own.key", own),
			others: await keyFile("others.key", others),
		},
	];
}

/** Counts the texts of records and of the archive's own form that can be read without a key; each is too long to come about by chance. */
async function countReadable(archive: string, records: readonly Acknowledged[]): Promise<number> {
	const bytes = await readFile(archive);
	const texts = [
		...records.map(({ reference }) => reference),
		"@visitor.example",
		"%PDF-1.",
		"manifest",
		"front-office",
	];
	return texts.filter((text) => bytes.includes(text)).length;
}

/** @throws when the command does not exit with 0 */
async function runCommand(name: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
	const code = await spawnCommand(name, env, args, "inherit");
	if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
}

/** Tells whether a command exits with 0. */
async function tryCommand(name: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<boolean> {
	return (await spawnCommand(name, env, args, "ignore")) === 0;
}

async function spawnCommand(
	name: string,
	env: NodeJS.ProcessEnv,
	args: string[],
	stderr: "inherit" | "ignore",
): Promise<unknown> {
	const child = spawn(projectNode, [`server/commands/${name}.ts`, ...args], {
		cwd: projectDirectory,
		env,
		stdio: ["ignore", "ignore", stderr],
	});
	return new Promise((resolve) => child.once("close", resolve));
}
