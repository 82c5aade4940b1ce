import { expect, test } from "vitest";
import { deskSchema } from "../../../shared/desk.ts";
import { testDesk } from "../../../tests/support/desk-settings.ts";
import { describeForm } from "./describe-form.ts";
import { findField } from "./find-field.ts";

const ofApplications = ["talentPoolInForm", "talentPoolMonths", "feedbackCountries"];

test("only applications have a talent pool and feedback", () => {
	const form = describeForm(deskSchema);
	for (const kind of ["enquiry", "booking", "application", "request"])
		for (const field of ofApplications)
			expect([kind, field, findField(form, `fields.${kind}.${field}`) !== undefined]).toEqual([
				kind,
				field,
				kind === "application",
			]);
});

test("a desk.yml of an earlier release, which names them elsewhere, is read", () => {
	const former = { talentPoolInForm: true, talentPoolMonths: 6, feedbackCountries: ["India"] };
	const { enquiry, booking, application, request } = testDesk;
	const desk = {
		enquiry: { ...enquiry, ...former },
		booking: { ...booking, ...former },
		application: { ...application, ...former },
		request: { ...request, ...former },
	};
	expect(deskSchema.parse(desk)).toEqual({ ...testDesk, application: desk.application });
	expect(deskSchema.safeParse({ ...desk, enquiry: { ...enquiry, talentPool: true } }).success).toBe(false);
	expect(deskSchema.safeParse({ ...desk, enquiry: null }).success).toBe(false);
});
