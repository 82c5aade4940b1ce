import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configurationKeys, readConfig } from "../platform/config.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

/** The end of the term of each kind of personal record, stated independently of the code: a setting, or why there is none. */
const terms: Readonly<Record<string, { setting: string } | { fixed: string }>> = {
	enquiries: { setting: "RETENTION_MONTHS_ENQUIRIES" },
	bookings: { setting: "RETENTION_MONTHS_BOOKINGS" },
	applications: { setting: "RETENTION_MONTHS_APPLICATIONS" },
	requests: { setting: "RETENTION_MONTHS_REQUESTS" },
	jobAlerts: { setting: "RETENTION_MONTHS_JOB_ALERTS" },
	newsletterSubscriptions: { setting: "RETENTION_MONTHS_NEWSLETTER" },
	privacyRequestWishes: { fixed: "Subscriptions and forms that nobody has confirmed are deleted after two days" },
	consents: { setting: "RETENTION_MONTHS_CONSENTS" },
	messages: { setting: "RETENTION_DAYS_MESSAGES" },
};

const document = readFileSync(new URL("../docs/retention.md", import.meta.url), "utf8");

test("every kind of personal record has a setting for its term, or a reason for a fixed one, in docs/retention.md", () => {
	const kinds = listPersonalRecords(readConfig({}), testCompany).map(({ kind }) => kind);
	expect(kinds.toSorted()).toEqual(Object.keys(terms).toSorted());
	for (const term of Object.values(terms)) {
		if ("setting" in term) expect(configurationKeys).toContain(term.setting);
		expect(document).toContain("setting" in term ? `\`${term.setting}\`` : term.fixed);
	}
});

test("docs/retention.md has every setting of retention, and its default", () => {
	for (const { key, value } of readConfig({}).entries)
		if (/^(?:RETENTION|ERASED)_/.test(key)) {
			const row = document.split("\n").find((line) => line.includes(`\`${key}\``));
			expect(row, key).toBeDefined();
			if (key.startsWith("RETENTION_")) expect(row, key).toContain(`| ${value}`);
		}
});
