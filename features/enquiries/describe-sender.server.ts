import type { RecordField } from "../../core/records/record-fields.ts";
import { describeEntry } from "../../core/records/record-sources.ts";
import { joinName } from "../../core/records/split-name.ts";
import { enquiryFieldNames, enquiryFields } from "./enquiry-fields.ts";
import type { Enquiry } from "./rules.ts";
import type { EnquiryRecord } from "./store.server.ts";

/** Shown elsewhere: the two names as one, and the message below. */
const apart: readonly (keyof Enquiry)[] = ["firstName", "lastName", "message"];

/**
 * Lists the fields of an enquiry that sales and staff see above its message, in the form's order, how it came unless by the
 * site, and the answers to the company's own questions.
 */
export function describeSender(
	enquiry: Enquiry & Pick<EnquiryRecord, "source" | "consent" | "service" | "answers">,
): (RecordField & { value: string })[] {
	const others = enquiryFieldNames.filter((name) => !apart.includes(name));
	return [
		{ label: "Name", value: joinName(enquiry) },
		...others.map((name) => ({
			label: enquiryFields[name].label,
			value: enquiry[name] || "not given",
			...(name === "email" && enquiry.email !== "" && { as: "email" as const }),
		})),
		...describeEntry(enquiry),
		...(enquiry.service === undefined ? [] : [{ label: "Service", value: enquiry.service }]),
		...(enquiry.answers ?? []).map(({ question, answer }) => ({ label: question, value: answer })),
	];
}
