import type { RecordField } from "../../core/records/record-fields.ts";
import { enquiryFieldNames, enquiryFields } from "./enquiry-fields.ts";
import type { Enquiry } from "./rules.ts";

/** Shown elsewhere: the two names as one, and the message below. */
const apart: readonly (keyof Enquiry)[] = ["firstName", "lastName", "message"];

/** Lists the fields of an enquiry that sales and staff see above its message, in the form's order. */
export function describeSender(enquiry: Enquiry): (RecordField & { value: string })[] {
	const others = enquiryFieldNames.filter((name) => !apart.includes(name));
	return [
		{ label: "Name", value: `${enquiry.firstName} ${enquiry.lastName}` },
		...others.map((name) => ({
			label: enquiryFields[name].label,
			value: enquiry[name] || "not given",
			...(name === "email" && { as: "email" as const }),
		})),
	];
}
