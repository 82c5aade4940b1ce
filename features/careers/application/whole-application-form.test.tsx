import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RejectedApplication } from "../context.server.ts";
import { WholeApplicationForm } from "./whole-application-form.tsx";

/** The plain form as the server sends it. */
function render(rejected: RejectedApplication | null): string {
	return renderToStaticMarkup(
		<WholeApplicationForm jobId="react-engineer" idempotencyKey="its-key" thisYear={2026} rejected={rejected} contactEmail="careers@narangi.example" />,
	);
}

test("carries its key", () => {
	expect(render(null)).toContain('name="idempotencyKey" value="its-key"');
});

test("a form whose key was refused says why, without a link that leads nowhere", () => {
	const html = render({ values: { idempotencyKey: "the-first" }, errors: [{ field: "Idempotency-Key", message: "was used" }], message: "This form was already sent with other content" });
	expect(html).toContain("This form was already sent with other content. What you typed is still here");
	expect(html).not.toContain("href=");
});
