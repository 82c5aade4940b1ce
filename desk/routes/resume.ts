import { LRUCache } from "lru-cache";
import { getKindOfFile } from "../interviews/own-applicant.server.ts";
import { renderResumeDocument, resumeDocumentHeaders } from "../resume/resume-document.server.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/resume.ts";

const sessionsRemembered = 10_000;
/** As long as a session can stay unused. */
const rememberedMs = 12 * 60 * 60_000;

/** Which session has read which resume; a frame reloads with every page around it. */
const readings = new LRUCache<string, true>({ max: sessionsRemembered, ttl: rememberedMs });

/** A resume as an inert document. The audit log gets one entry for each session, before anything is sent. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, signedIn, source, note } = beginWork(context);
	const reference = params.reference.toUpperCase();
	const kind = await getKindOfFile(context, { request, reference });
	const record = (await kind.findSent(source.database.db, [reference])).get(reference);
	const reading = `${signedIn.session.id} ${reference}`;
	if (record?.file && !readings.has(reading)) {
		await note({ action: `${kind.name}.resume-read`, subject: reference });
		readings.set(reading, true);
	}
	const view = record?.file
		? await deps.viewResume(record.file, request.signal)
		: ({ shows: "nothing", why: "gone" } as const);
	const title = `Resume${record ? ` of ${`${record.firstName} ${record.lastName}`.trim()}` : ""}`;
	return new Response(renderResumeDocument(view, { locale: deps.company.locale, title }), {
		status: record?.file ? 200 : 404,
		headers: resumeDocumentHeaders,
	});
}
