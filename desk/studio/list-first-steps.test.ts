import { expect, test } from "vitest";
import { listFirstSteps } from "./list-first-steps.ts";

const content = (name: string, field: string) => ({ kind: "content" as const, name, field });
const listDone = (findings: Parameters<typeof listFirstSteps>[0]) =>
	listFirstSteps(findings, { sendsEmails: true }).flatMap(({ key, isDone }) => (isDone ? [key] : []));

test("a step is done when nothing of it is left", () => {
	expect(listDone([])).toEqual(["name", "offer", "offices", "recipients", "email", "address", "launch"]);
	expect(listDone([content("company.yml", "name"), content("company.yml", "offices[0].street")])).toEqual([
		"offer",
		"recipients",
		"email",
		"address",
	]);
	expect(listDone([content("services/looms.yml", "testimonials[0]")])).not.toContain("offer");
	expect(listDone([content("company.yml", "privacyContact.name")])).not.toContain("recipients");
	expect(listDone([{ kind: "setting", name: "SMTP_URL", field: "" }])).not.toContain("email");
	expect(listDone([{ kind: "setting", name: "PUBLIC_URL", field: "" }])).not.toContain("address");
});
