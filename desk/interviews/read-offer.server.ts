import type { TypedOffer } from "../../features/careers/interviews/interview-offers.server.ts";
import type { TypedFields } from "./offer-form.tsx";

/** Reads the form of an offer. */
export function readOfferFields(form: URLSearchParams): TypedFields {
	const read = (name: string) => form.get(name) ?? "";
	return {
		lead: read("lead"),
		hostIds: form.getAll("host"),
		length: read("length"),
		first: read("first"),
		last: read("last"),
		place: read("place"),
		starts: form.getAll("start"),
		template: read("template"),
		subject: read("subject"),
		text: read("text"),
	};
}

/** Converts typed fields to an offer. */
export function toTypedOffer({ first, last, lead, template: _template, ...typed }: TypedFields): TypedOffer {
	return { ...typed, first: lead, firstDate: first, lastDate: last };
}
