import type { SourceLink } from "../../core/records/source-links.server.ts";
import type { StoredJob } from "../../features/careers/jobs/jobs-store.server.ts";
import { currency } from "../../shared/company.ts";
import { toLatinDigits } from "../../shared/latin-digits.ts";
import { isSourceName } from "../../shared/source-link.ts";
import type { FieldError } from "../../shared/text-rules.ts";

const maxLabelLength = 60;
const amount = /^\d{1,9}(?:\.\d{1,2})?$/;

/** A link as it was typed. */
export type TypedLink = Record<"name" | "target" | "label" | "cost" | "currency", string>;

/** Lists the pages to which a link can lead: the careers page and jobs; those that are not published are for links that exist. */
export function listTargets(jobs: readonly StoredJob[], today: string, present = "") {
	const targets = jobs
		.map(({ id, title, location, closedAt, closesOn }) => ({
			value: `/career/jobs/${id}`,
			label: `${title}, ${location}`,
			isOpen: closedAt === undefined && closesOn >= today,
		}))
		.filter(({ value, isOpen }) => isOpen || value === present);
	return [{ value: "/career", label: "Careers page" }, ...targets.map(({ value, label }) => ({ value, label }))];
}

export function readLinkForm(form: URLSearchParams): TypedLink {
	const text = (name: string) => (form.get(name) ?? "").trim();
	return {
		name: text("name").toLowerCase(),
		target: text("target"),
		label: text("label"),
		cost: toLatinDigits(text("cost")),
		currency: text("currency").toUpperCase(),
	};
}

/** Checks a typed link; one without a cost has none, whatever its currency. */
export function checkLink(
	{ name, target, label, cost, currency: code }: TypedLink,
	targets: readonly { value: string }[],
): { ok: true; link: Omit<SourceLink, "isOn"> } | { ok: false; errors: FieldError[] } {
	const checks: [isGood: boolean, field: string, message: string][] = [
		[isSourceName(name), "name", "Use 1 to 40 letters from a to z, digits and hyphens, such as linkedin-march"],
		[targets.some(({ value }) => value === target), "target", "Choose a page"],
		[label.length <= maxLabelLength, "label", `Use at most ${maxLabelLength} characters`],
		[cost === "" || amount.test(cost), "cost", "Enter an amount such as 250 or 99.50"],
		[cost === "" || currency.safeParse(code).success, "currency", "Enter a three-letter code such as EUR"],
	];
	const errors = checks.filter(([isGood]) => !isGood).map(([, field, message]) => ({ field, message }));
	if (errors.length > 0) return { ok: false, errors };
	return { ok: true, link: { name, target, label, cost: cost === "" ? undefined : Number(cost), currency: code } };
}
