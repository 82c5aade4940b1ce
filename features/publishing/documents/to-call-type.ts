import type { CallType } from "../../../shared/call-type.ts";
import type { CallPage } from "../content-schema.ts";

/** Returns the settings of a type of call. */
export function toCallType({ slug, title, domains, stepMinutes, ...fields }: CallPage): CallType {
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
	};
}
