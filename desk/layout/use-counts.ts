import { useRouteLoaderData } from "react-router";
import { countedAtMost } from "../../core/records/counted-at-most.ts";
import type { FrameData } from "./frame-data.ts";

/** Returns a function that formats counts in the company's locale; beyond the limit of counting, "10,000+". */
export function useCounts(): (count: number) => string {
	const locale = useRouteLoaderData<FrameData>("root")?.company.locale ?? "en";
	return (count) =>
		count === countedAtMost + 1 ? `${countedAtMost.toLocaleString(locale)}+` : count.toLocaleString(locale);
}
