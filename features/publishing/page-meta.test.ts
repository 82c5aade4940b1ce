import { expect, test } from "vitest";
import { describePage } from "./page-meta.ts";

const head = { path: "/faq", origin: "https://example.test", siteName: "Narangi Technologies" };

function titleOf(title: string) {
	return describePage({ ...head, meta: { title, description: "What we are asked", keywords: [] } })[0];
}

test("a title carries the company's name", () => {
	expect(titleOf("FAQs")).toEqual({ title: "FAQs | Narangi Technologies" });
});

test("a title that would become longer than search engines show goes without it", () => {
	const title = "Paid on UPI, unpaid in your system: how to close the gap";
	expect(titleOf(title)).toEqual({ title });
});
