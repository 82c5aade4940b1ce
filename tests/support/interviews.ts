import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import { saveHost, type HostPerson, type HostSettings } from "../../core/appointments/host-store.server.ts";
import { createApplicationKind } from "../../features/careers/applications/record-kind.server.ts";
import { createDeskInterviews } from "../../features/careers/interviews/desk-interviews.server.ts";
import {
	createInterviewRenderers,
	type InterviewParameters,
} from "../../features/careers/interviews/emails.server.tsx";
import type { DeskInterviewDeps, TypedOffer } from "../../features/careers/interviews/interview-offers.server.ts";
import { createManageInterview } from "../../features/careers/interviews/manage-interview.server.ts";
import { withInterviews } from "../../features/careers/interviews/record-kind.server.ts";
import { createTestClock } from "./clock.ts";
import { openTestDatabase, type DatabaseKind } from "./databases.ts";
import { testDesk } from "./desk-settings.ts";
import { testCompany as company } from "./test-server.ts";

export const interviewers: HostPerson[] = ["asha", "dev", "priya"].map((id) => ({
	id,
	name: `${id[0]?.toUpperCase() ?? ""}${id.slice(1)}`,
	email: `${id}@staff.example`,
}));
export const recruiter = { id: "asha", name: "Asha" };
export const bothPurposes: HostSettings = {
	purposes: ["demo-call", "interview"],
	timeZone: undefined,
	hours: undefined,
	video: { kind: "room" },
};

/** An offer of any time on Tuesday, 24 November 2026, by two, as a form sends it. */
export const typedOffer: TypedOffer = {
	hostIds: ["asha", "dev"],
	length: "45",
	firstDate: "2026-11-24",
	lastDate: "2026-11-24",
	starts: [],
	place: "video",
	subject: "An interview with us",
	text: "Hello Asha,\n\nwe would like to talk with you.",
};

/** Milliseconds of a time of that day in India. */
export function timeOf(clock: string, date = "2026-11-24"): number {
	return Date.parse(`${date}T${clock}:00+05:30`);
}

/** Creates the functions of interviews, on a test's database and clock. */
export function createInterviewParts({
	database,
	clock,
	hosts,
}: Pick<DeskInterviewDeps, "database" | "clock" | "hosts">) {
	const occurrences: string[] = [];
	const kinds = [
		{
			...withInterviews(
				createApplicationKind({
					company,
					careersEmail: company.careersEmail,
					keptMonths: 6,
					publicUrl: "https://site.example",
				}),
				{
					company,
					hosts,
				},
			),
			...testDesk.application,
		},
	];
	const deps: DeskInterviewDeps = {
		database,
		clock,
		company,
		careersEmail: company.careersEmail,
		publicUrl: "https://narangi.example",
		messageIdDomain: "narangi.example",
		hosts,
		onOccurrence: (occurrence) => occurrences.push(occurrence),
		kinds,
	};
	return { ...deps, deps, occurrences, desk: createDeskInterviews(deps), manage: createManageInterview(deps) };
}

/** Creates the functions of interviews, with three possible interviewers, on a database and a clock for this test. */
export async function createTestInterviews(databaseKind: DatabaseKind) {
	const database = await openTestDatabase(databaseKind);
	const clock = createTestClock();
	const hosts: HostDeps = { company, listPeople: async () => interviewers, videoRoomsUrl: "https://rooms.example" };
	const parts = createInterviewParts({ database, clock, hosts });
	const { desk } = parts;
	for (const { id } of interviewers)
		await database.write((transaction) => saveHost(transaction, id, bothPurposes, { version: 0, now: clock.now() }));
	const renderers = createInterviewRenderers({ ...parts.deps, deskUrl: "https://desk.narangi.example" });

	async function listEmails() {
		const rows = await database.db
			.selectFrom("emails")
			.selectAll()
			.where("state", "=", "waiting")
			.orderBy("id")
			.execute();
		return rows.map((row) => ({
			...row,
			parameters: JSON.parse(row.parameters ?? "{}") as InterviewParameters,
		}));
	}

	return {
		...parts,
		database,
		clock,
		listEmails,
		/** Offers an interview, and returns its reference and the token of its private link. */
		async offer(application: string, change: Partial<TypedOffer> = {}) {
			const result = await desk.offer(application, { ...typedOffer, ...change }, recruiter, {
				idempotencyKey: undefined,
			});
			if (!result.ok) throw new Error(`The test's offer was refused: ${JSON.stringify(result.errors)}`);
			const offers = (await listEmails()).filter((email) => email.kind === "interview-offer");
			return { reference: result.reference, token: offers.at(-1)?.parameters.token ?? "" };
		},
		/** Renders the latest unsent e-mail of a kind to a recipient. */
		async render(kind: string, recipient: string) {
			const email = (await listEmails()).findLast((one) => one.kind === kind && one.recipient === recipient);
			if (!email) throw new Error(`No ${kind} waits for ${recipient}`);
			const rendered = await renderers[email.kind as keyof typeof renderers](email, {
				db: database.db,
				now: clock.now(),
			});
			if ("notSent" in rendered) return { ...rendered, text: "", subject: "", calendar: "" };
			const [file] = rendered.attachments ?? [];
			return {
				...rendered,
				text: rendered.text.replaceAll(/\s+/g, " "),
				calendar: file ? Buffer.from(file.contentBase64, "base64").toString() : "",
			};
		},
	};
}
