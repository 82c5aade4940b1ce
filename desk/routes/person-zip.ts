import { Readable } from "node:stream";
import { redirect } from "react-router";
import { getPerson } from "../people/get-person.server.ts";
import { exportReasons, readGrounds } from "../people/reasons.ts";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/person-zip.ts";

/** A person's data as a ZIP. The audit log stores who requested it and why before anything is sent. */
export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, note } = beginWork(context);
	const { reference, email, path } = await getPerson(context, params);
	const grounds = readGrounds(await readForm(request), exportReasons);
	if (!grounds) {
		deskRequest.notices.leave("Choose who asked and why.");
		throw redirect(`${path}/export`, 303);
	}
	await note({ action: "person.export", subject: reference, details: grounds });
	const archive = await deps.people.pack(email);
	return new Response(Readable.toWeb(archive) as ReadableStream, {
		headers: {
			"Content-Type": "application/zip",
			"Content-Disposition": `attachment; filename="${reference}.zip"`,
		},
	});
}
