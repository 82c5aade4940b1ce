import { describe, expect, test } from "vitest";
import { testCompany } from "../tests/support/test-server.ts";
import { companySchema } from "./company.ts";
import { writeAddress } from "./office-address.ts";

const [office] = testCompany.offices;
if (!office) throw new Error("The company of the tests has no office");

function faultsOf(change: object): string[] {
	const result = companySchema.safeParse({ ...testCompany, ...change });
	return (result.error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}
const withDemo = (change: object) => ({ demo: { ...testCompany.demo, ...change } });

describe("the facts about a company", () => {
	test("may be those of any country, zone, language and currency", () => {
		const { region: _, postalCode: __, ...elsewhere } = { ...office, country: "AE" };
		expect(
			faultsOf({
				country: "AE",
				timeZone: "Asia/Dubai",
				timeZoneLabel: "Dubai",
				locale: "en-AE",
				currency: "AED",
				offices: [elsewhere, { ...office, country: "DE" }],
			}),
		).toEqual([]);
	});

	test.each([
		["country", "U1"],
		["country", "ZQ"],
		["country", "ae"],
		["timeZone", "+04:00"],
		["timeZone", "Dubai"],
		["timeZone", ""],
		["locale", "en_GB"],
		["locale", "English"],
		["currency", "Euro"],
		["currency", "EU"],
	])("have a %s that there is, and not %j", (fact, value) => {
		expect(faultsOf({ [fact]: value })).toEqual([expect.stringMatching(new RegExp(`^${fact}: must be .* such as `))]);
	});

	test.each([
		[{ callMinutes: 4 }, "demo.callMinutes"],
		[{ callMinutes: 500 }, "demo.callMinutes"],
		[{ callMinutes: 22.5 }, "demo.callMinutes"],
		[{ noticeMinutes: -1 }, "demo.noticeMinutes"],
		[{ windowDays: 1, noticeMinutes: 1_440 }, "demo.noticeMinutes"],
		[{ windowDays: 0 }, "demo.windowDays"],
		[{ windowDays: 367 }, "demo.windowDays"],
		[{ callsPerSlot: 0 }, "demo.callsPerSlot"],
		[{ domains: [] }, "demo.domains.0"],
		[{ domains: ["Hosting", "Hosting"] }, "demo.domains"],
		[{ closures: [{ date: "2026-02-30", reason: "Holiday" }] }, "demo.closures.0.date"],
	])("bound what they say of calls: %j", (change, field) => {
		expect(faultsOf(withDemo(change)).map((fault) => fault.split(":")[0])).toContain(field);
	});

	test("leave room for a call between opening and closing", () => {
		const hours = { ...testCompany.hours, opens: "10:00", closes: "10:45" };
		expect(faultsOf({ hours, ...withDemo({ callMinutes: 45 }) })).toEqual([]);
		expect(faultsOf({ hours, ...withDemo({ callMinutes: 50 }) })).toEqual([
			"demo.callMinutes: is too long to fit between opening and closing",
		]);
		expect(faultsOf({ hours: { ...hours, closes: "10:00" } })).toEqual(["hours.closes: must differ from the opening"]);
	});

	test("may have other hours on some of the days, and leave room for a call on one day at least", () => {
		const exceptions = [{ day: "Saturday", opens: "10:00", closes: "10:20" }];
		const hours = { ...testCompany.hours, exceptions };
		expect(faultsOf({ hours })).toEqual([]);
		expect(faultsOf({ hours: { ...hours, closes: "10:20" } })).toEqual([
			"demo.callMinutes: is too long to fit between opening and closing",
		]);
		expect(
			faultsOf({ hours: { ...hours, closes: "10:20", exceptions: [{ ...exceptions[0], closes: "14:00" }] } }),
		).toEqual([]);
	});

	test.each([
		[[{ day: "Sunday" }], "0.day: must be one of the days"],
		[[{ day: "Monday" }, { day: "Monday" }], "1.day: must not be there twice"],
		[[{ day: "Monday", closes: "10:00" }], "0.closes: must differ from the opening"],
		[
			[
				{ day: "Friday", closes: "07:00" },
				{ day: "Saturday", opens: "06:59" },
			],
			"1.opens: must not be before the hours of Friday end",
		],
		[[{ day: "Friday", opens: "18:00", closes: "11:00" }], "0.closes: must not be after the hours of Saturday begin"],
	])("refuse other hours that contradict the rest: %j", (changes, fault) => {
		const exceptions = changes.map((change) => ({ opens: "10:00", closes: "14:00", ...change }));
		expect(faultsOf({ hours: { ...testCompany.hours, exceptions } })).toEqual([`hours.exceptions.${fault}`]);
	});

	test("may have one day open as the night of the day before ends", () => {
		const exceptions = [
			{ day: "Friday", opens: "18:00", closes: "07:00" },
			{ day: "Saturday", opens: "07:00", closes: "14:00" },
		];
		expect(faultsOf({ hours: { ...testCompany.hours, exceptions } })).toEqual([]);
	});

	test.each(["24:00", "03:00", "00:00"])("may have an office close at %s, at midnight or on the next day", (closes) => {
		const hours = { ...testCompany.hours, opens: "18:00", closes };
		expect(faultsOf({ hours })).toEqual([]);
		expect(faultsOf({ hours: { ...hours, closes: "24:30" } })).not.toEqual([]);
		expect(faultsOf({ hours: { ...hours, opens: "24:00" } })).not.toEqual([]);
	});
});

test("an address has its region and postal code, and its country if it differs from the company's", () => {
	const company = { country: "AE", locale: "en-GB" };
	const berlin = { ...office, street: "Long Road 1", locality: "Berlin", postalCode: "10997", country: "DE" };
	const { postalCode: _, ...dubai } = {
		...office,
		street: "Creek 2",
		locality: "Deira",
		region: "Dubai",
		country: "AE",
	};
	const { region: __, ...withoutRegion } = berlin;
	expect(writeAddress(withoutRegion, company)).toEqual(["Long Road 1", "Berlin 10997", "Germany"]);
	expect(writeAddress(dubai, company)).toEqual(["Creek 2", "Deira, Dubai"]);
	expect(writeAddress({ ...office, country: "AE" }, company)).toEqual(["27 Long Road", "New Delhi, Delhi 110001"]);
});
