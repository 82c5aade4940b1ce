import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RejectedApplication } from "../context.server.ts";
import { chooseFormKey } from "./form-key.ts";
import { WholeApplicationForm } from "./whole-application-form.tsx";

/** The plain form as the server sends it, and the key that it will be sent with. */
function render(rejected: RejectedApplication | null): { html: string; key: string } {
	const html = renderToStaticMarkup(
		<WholeApplicationForm jobId="react-engineer" idempotencyKey={chooseFormKey(rejected)} thisYear={2026} rejected={rejected} contactEmail="careers@narangi.example" />,
	);
	return { html, key: /name="idempotencyKey" value="([^"]*)"/.exec(html)?.[1] ?? "" };
}

test("each new form has a key of its own", () => {
	const [one, other] = [render(null).key, render(null).key];
	expect(one).toMatch(/^[0-9a-f]{32}$/);
	expect(other).not.toBe(one);
});

test("a form that could not be stored or has a mistake keeps its key", () => {
	const values = { idempotencyKey: "the-first" };
	expect(render({ values, errors: [], message: "We could not store this just now." }).key).toBe("the-first");
	expect(render({ values, errors: [{ field: "city", message: "City is required" }], message: "City is required" }).key).toBe("the-first");
});

test("a form whose key was refused gets another one, and says why without a link that leads nowhere", () => {
	const { html, key } = render({ values: { idempotencyKey: "the-first" }, errors: [{ field: "Idempotency-Key", message: "was used" }], message: "This form was already sent with other content" });
	expect(key).toMatch(/^[0-9a-f]{32}$/);
	expect(html).toContain("This form was already sent with other content. What you typed is still here");
	expect(html).not.toContain("href=");
});
