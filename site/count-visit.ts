import { sendReport } from "./send-report.ts";

/** Tells the server that a further page has been opened, which it adds to the page's sum of the day; the first page it knows of. */
export function countVisit(page: string): void {
	sendReport("/visits", { page });
}
