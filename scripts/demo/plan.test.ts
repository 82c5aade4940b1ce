import { expect, test } from "vitest";
import { testDesk } from "../../tests/support/desk-settings.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { planDemo, type PlanOptions } from "./plan.ts";

const options: PlanOptions = {
	seed: 1,
	now: Temporal.Instant.from("2026-11-23T06:00:00Z"),
	weeks: 6,
	company: testCompany,
	desk: testDesk,
	careers: { country: "India", locations: ["Remote"], qualifications: 2 },
	pages: ["/", "/services"],
	names: { owner: "Ananya", sales: "Rohan", recruiter: "Farah" },
};

test("a plan of the demo is the same for the same seed, and another for another", () => {
	const write = (seed: number) => JSON.stringify(planDemo({ ...options, seed }));
	expect(write(1)).toBe(write(1));
	expect(write(1)).not.toBe(write(2));
});

test("a plan of the demo has a few hundred past records, with staff's work in working hours", () => {
	const { events } = planDemo(options);
	const records = events.filter(({ kind }) => ["enquiry", "booking", "application"].includes(kind));
	expect(records.length).toBeGreaterThan(300);
	expect(events.every(({ at }) => Temporal.Instant.compare(at, options.now) < 0)).toBe(true);
	const made = new Set<string>();
	for (const event of events) {
		if (["enquiry", "booking", "application"].includes(event.kind)) made.add(event.key);
		expect(made.has(event.key), `${event.kind} before its record`).toBe(true);
	}
	const replies = events.filter(({ kind }) => kind === "reply");
	expect(replies.length).toBeGreaterThan(100);
	for (const { at } of replies) {
		const { dayOfWeek, hour } = at.toZonedDateTimeISO(testCompany.timeZone);
		expect([dayOfWeek < 7, hour >= 10 && hour <= 18]).toEqual([true, true]);
	}
});

test("no address of the demo could be a real person's", () => {
	for (const event of planDemo(options).events)
		if ("fields" in event) expect(event.fields.email).toMatch(/^[a-z0-9.]+@[a-z0-9.-]+\.example$/);
});

test("applicants of the demo live in the country that they choose, and other visitors anywhere", () => {
	const { events } = planDemo(options);
	const phonesOf = (kind: string) =>
		events.flatMap((event) => ("fields" in event && event.kind === kind ? [String(event.fields.phone)] : []));
	expect(phonesOf("application").filter((phone) => !phone.startsWith("+91 "))).toEqual([]);
	expect(phonesOf("enquiry").some((phone) => !phone.startsWith("+91 "))).toBe(true);
});

test("some applicants of the demo are offered an interview, and most of them choose a time, come, or cancel", () => {
	const { stages, ...application } = testDesk.application;
	const [first, second, ...others] = stages;
	if (!first || !second) throw new Error("The test's applications have no stages");
	const invited = [first, second, { key: "interview", label: "Interview", open: true }, ...others];
	const desk = { ...testDesk, application: { ...application, stages: invited } };
	const { events } = planDemo({ ...options, desk });
	const count = (kind: string) => events.filter((event) => event.kind === kind).length;
	expect(count("interview-offer")).toBeGreaterThan(count("interview-choice"));
	expect(count("interview-outcome")).toBeGreaterThan(3);
	expect(count("interview-cancellation")).toBeGreaterThan(0);
});
