/** Tells the server something for which nobody waits. */
export function sendReport(path: string, report: Record<string, string>): void {
	navigator.sendBeacon(path, new Blob([JSON.stringify(report)], { type: "application/json" }));
}
