import type { Notice } from "../guard/notices.server.ts";
import type { LiveData } from "../work/use-live.ts";
import type { NavigationArea } from "./list-sections.ts";

/** The frame's data for every page of the desk. */
export type FrameData = LiveData & {
	company: {
		name: string;
		locale: string;
		timeZoneLabel: string;
		/** The shades of its accent colour, as a stylesheet. */
		accentStyle: string;
		icon: string;
		/** Address of the company's logo. */
		logo?: string;
	};
	/** The result of the action that led here. */
	notice: Notice | undefined;
	/** The signed-in member. */
	person:
		| {
				name: string;
				email: string;
				/** Their areas. */
				areas: NavigationArea[];
				mayWorkWithRecords: boolean;
				/** Number of unread notifications. */
				unread: number;
		  }
		| undefined;
};
