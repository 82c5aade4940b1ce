import type { CallType } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import { testCompany } from "./test-server.ts";

/** Forty-five minutes, every half hour, a day ahead. */
export const reviewType: CallType = {
	slug: "architecture-review",
	title: "Architecture review",
	callMinutes: 45,
	stepMinutes: 30,
	noticeMinutes: 1_440,
	windowDays: 14,
	bufferBeforeMinutes: 0,
	bufferAfterMinutes: 0,
	hosts: [],
	assignment: "least-busy",
	topicHosts: [],
	place: "",
	domains: ["Web platform", "Mobile backend"],
	questions: [],
	mostGuests: 0,
	owners: [],
};

/** The test company with a second type of call. */
export function withReviews(change: Partial<CallType> = {}, company: Company = testCompany): Company {
	return { ...company, callTypes: [{ ...reviewType, ...change }] };
}
