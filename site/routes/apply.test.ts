import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { clockContext, jobsContext, rejectedApplicationContext } from "../../features/careers/context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { testJob } from "../../tests/support/job-application.ts";
import { loader } from "./apply.tsx";

test.each([
	["2030-12-31T19:59:59Z", 2030],
	["2030-12-31T20:00:00Z", 2031],
])("the years of the form begin with the company's in Dubai, by the server's clock: at %s", async (now, year) => {
	const context = new RouterContextProvider();
	const content = context.get(contentContext);
	context.set(contentContext, { ...content, company: { ...content.company, timeZone: "Asia/Dubai" } });
	context.set(clockContext, { now: () => Temporal.Instant.from(now) });
	context.set(jobsContext, {
		list: async () => [],
		listChanges: async () => [],
		search: async () => [],
		find: async () => ({ ...testJob, questions: [] }),
	});
	context.set(rejectedApplicationContext, null);
	const answer = await loader({
		params: { jobId: testJob.id },
		request: new Request("https://narangi.example/"),
		context,
	} as unknown as Parameters<typeof loader>[0]);
	expect(answer.data.thisYear).toBe(year);
});
