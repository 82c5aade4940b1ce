import { readJobForm } from "../jobs/read-job-form.server.ts";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/job-preview.ts";

/** A preview of a typed job; nothing is stored. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps } = beginWork(context);
	const { html, policy } = await deps.jobs.preview(readJobForm(await readForm(request)));
	return new Response(html, {
		headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
	});
}
