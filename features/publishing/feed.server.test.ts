import { expect, test } from "vitest";
import { testCompany } from "../../tests/support/test-server.ts";
import type { Post } from "./content-schema.ts";
import { writeFeed } from "./feed.server.ts";

test("an article is dated by the beginning of its day where the company is", () => {
	const post = { slug: "looms", title: "Looms", description: "", date: "2026-10-13", category: "Cloth" } as Post;
	const company = { ...testCompany, timeZone: "America/New_York" };
	const feed = writeFeed({ company, posts: [post], authors: [], pages: {} }, "https://kelvane.example");
	expect(feed).toContain("<pubDate>Tue, 13 Oct 2026 04:00:00 GMT</pubDate>");
});
