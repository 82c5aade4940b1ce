import { expect, test } from "vitest";
import { formatPay, isPayShown, type JobPay } from "./job-pay.ts";

const pay: JobPay = { currency: "EUR", from: 50_000, to: 60_000, per: "year", shown: "law" };
const locations = [
	{ label: "Vienna", city: "Vienna", country: "AT" },
	{ label: "Denver", city: "Denver", region: "Colorado", country: "US" },
	{ label: "Dallas", city: "Dallas", region: "Texas", country: "US" },
	{ label: "Remote (US)", remote: true as const, country: "US" },
	{ label: "Gwalior", city: "Gwalior", region: "Madhya Pradesh", country: "IN" },
];

test.each([
	["Vienna", true],
	["Denver", true],
	["Dallas", false],
	["Remote (US)", true],
	["Gwalior", false],
	["a former location", false],
])("pay in %s is shown by default: %s", (location, isShown) => {
	expect(isPayShown({ pay, location }, { locations })).toBe(isShown);
});

test("pay is shown or hidden as chosen, wherever the job is", () => {
	expect(isPayShown({ pay: { ...pay, shown: "no" }, location: "Vienna" }, { locations })).toBe(false);
	expect(isPayShown({ pay: { ...pay, shown: "yes" }, location: "Gwalior" }, { locations })).toBe(true);
	expect(isPayShown({ pay: undefined, location: "Vienna" }, { locations })).toBe(false);
});

test("a range names both ends, and fixed pay one", () => {
	expect(formatPay(pay, "en")).toBe("€50,000 to €60,000 a year");
	expect(formatPay({ ...pay, currency: "INR", from: 1_900_000, to: 2_900_000 }, "en-IN")).toBe(
		"₹19,00,000 to ₹29,00,000 a year",
	);
	expect(formatPay({ ...pay, from: 24.5, to: 24.5, per: "hour" }, "en")).toBe("€24.50 an hour");
});
