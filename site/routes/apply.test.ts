import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { clockContext, jobsContext, rejectedApplicationContext } from "../../features/careers/context.server.ts";
import { testJob } from "../../tests/support/job-application.ts";
import { loader } from "./apply.tsx";

test("the years of the form begin with India's, by the server's clock", async () => {
	const context = new RouterContextProvider();
	context.set(clockContext, { now: () => Temporal.Instant.from("2030-12-31T18:30:00Z") });
	context.set(jobsContext, { list: async () => [], find: async () => testJob });
	context.set(rejectedApplicationContext, null);
	const answer = await loader({
		params: { jobId: testJob.id },
		request: new Request("https://narangi.example/"),
		context,
	} as unknown as Parameters<typeof loader>[0]);
	expect(answer.data.thisYear).toBe(2031);
});
