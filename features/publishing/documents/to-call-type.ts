import type { CallType } from "../../../shared/call-type.ts";
import type { Company } from "../../../shared/company.ts";
import { toAskedForm } from "../../../shared/question-schema.ts";
import type { CallPage } from "../content-schema.ts";
import type { DemoPage } from "../page-schema.ts";

/** Returns the settings of calls that have their own documents. */
export function toCallSettings(
	{ callPages, demo }: { callPages: readonly CallPage[]; demo: Pick<DemoPage, "questions" | "mostGuests"> | undefined },
	company: Pick<Company, "locale" | "currency">,
): Pick<Company, "callTypes" | "demoForm"> {
	return {
		...(callPages.length > 0 && { callTypes: callPages.map((page) => toCallType(page, company)) }),
		...(demo &&
			(demo.questions.length > 0 || demo.mostGuests > 0) && {
				demoForm: { ...toAskedForm(demo.questions, company), mostGuests: demo.mostGuests },
			}),
	};
}

function toCallType(
	{ slug, title, domains, stepMinutes, questions, ...fields }: CallPage,
	company: Pick<Company, "locale" | "currency">,
): CallType {
	const { callMinutes, noticeMinutes, windowDays, bufferBeforeMinutes, bufferAfterMinutes } = fields;
	const [first = title, ...others] = domains;
	return {
		slug,
		title,
		callMinutes,
		stepMinutes: stepMinutes ?? callMinutes,
		noticeMinutes,
		windowDays,
		bufferBeforeMinutes,
		bufferAfterMinutes,
		callsPerDay: fields.callsPerDay,
		callsPerHostPerDay: fields.callsPerHostPerDay,
		hosts: fields.hosts,
		assignment: fields.assignment,
		topicHosts: fields.topicHosts,
		place: fields.place ?? "",
		domains: [first, ...others],
		...toAskedForm(questions, company),
		mostGuests: fields.mostGuests,
	};
}
