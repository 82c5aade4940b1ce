import { expect, test } from "vitest";
import { findSiteModule, isOffered } from "./site-modules.ts";

test("an address belongs to the part that would go with it", () => {
	const addresses = {
		booking: ["/demo", "/Demo", "/demo.data", "/demo/by-form", "/demo/slots/2026-11-24", "/demo/book"],
		careers: [
			"/career",
			"/career/jobs/weaver",
			"/career.data",
			"/api/jobs",
			"/api/jobs/1",
			"/api/job-alerts",
			"/api/applications",
		],
		blog: ["/blog", "/blog/on-looms", "/blog/feed.xml"],
		portfolio: ["/portfolio", "/portfolio/jamun.data"],
		newsletter: ["/newsletter", "/newsletter.data", "/NEWSLETTER/token"],
	};
	for (const [part, paths] of Object.entries(addresses))
		for (const path of paths) expect([path, findSiteModule(path)]).toEqual([path, part]);
	for (const path of ["/", "/contactUs", "/demonstration", "/careers", "/blogger", "/newsletters", "/api/other"])
		expect([path, findSiteModule(path)]).toEqual([path, undefined]);
});

test("absent modules are off, and all others on", () => {
	const parts = { booking: true, careers: false, blog: true, portfolio: true, newsletter: false };
	expect(isOffered("/career", parts)).toBe(false);
	expect(isOffered("/demo", parts)).toBe(true);
	expect(isOffered("/faq", parts)).toBe(true);
});
