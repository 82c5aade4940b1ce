import type { RecordField } from "../../core/records/record-fields.ts";
import { enquiryFieldNames, enquiryFields } from "./enquiry-fields.ts";
import type { Enquiry } from "./rules.ts";

/** Fields that stand for themselves elsewhere: the two names as one, and the message below all. */
const apart: readonly (keyof Enquiry)[] = ["firstName", "lastName", "message"];

/** Lists what sales and staff read of an enquiry above its message, in the order of the form. */
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
