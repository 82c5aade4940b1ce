import type { Company } from "../../shared/company.ts";
import { testCompany } from "./test-server.ts";

/** A company that differs from testCompany in every setting: what holds for both holds for any. */
export const dubaiCompany: Company = {
	...testCompany,
	country: "AE",
	timeZone: "Asia/Dubai",
	timeZoneLabel: "Dubai",
	locale: "en-GB",
	currency: "AED",
	hours: {
		days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
		opens: "09:00",
		closes: "18:00",
		text: "Monday-Friday 9am to 6pm",
	},
	demo: {
		callMinutes: 45,
		noticeMinutes: 120,
		windowDays: 14,
		callsPerSlot: 1,
		closures: [],
		domains: ["Vessels", "Buildings"],
	},
};
