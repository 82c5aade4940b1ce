import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { publicReplyTimesContext, type FindReplyTimes } from "../core/records/public-reply-times.server.ts";
import { jobsContext } from "../features/careers/context.server.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { StorageUnavailableError } from "../platform/database/storage-errors.ts";
import { testJob } from "../tests/support/job-application.ts";
import ContactPage, { loader as loadContact } from "./routes/contact.tsx";
import JobPage, { loader as loadJob } from "./routes/job.tsx";

const find: FindReplyTimes = async (kind) =>
	kind === "enquiry"
		? { due: 200, kept: 193, median: 3, within: 24, unit: "business hours" }
		: { due: 50, kept: 50, median: 5, within: 14, unit: "days" };

type Shown = { enquiries: boolean; applications: boolean };
type Options = { find?: FindReplyTimes; shown?: Shown | undefined };

/** Loads a page's data and renders it as the server does. */
async function render(
	page: ComponentType<never>,
	loader: (args: never) => Promise<unknown>,
	{ find: given, shown }: Options,
): Promise<{ data: unknown; html: string }> {
	const context = new RouterContextProvider();
	const content = context.get(contentContext);
	context.set(contentContext, { ...content, company: { ...content.company, publicReplyTimes: shown } });
	context.set(jobsContext, {
		list: async () => [],
		listChanges: async () => [],
		search: async () => [],
		find: async () => ({ ...testJob, questions: [] }),
	});
	if (given) context.set(publicReplyTimesContext, given);
	const data = await loader({ context, params: { jobId: testJob.id } } as never);
	const Page = createRoutesStub([
		{ path: "*", Component: () => createElement(page as ComponentType<{ loaderData: unknown }>, { loaderData: data }) },
	]);
	return { data, html: renderToString(<Page initialEntries={["/"]} />) };
}

const contact = (options: Options) => render(ContactPage, loadContact as never, options);
const position = (options: Options) => render(JobPage, loadJob as never, options);
const both: Shown = { enquiries: true, applications: true };

const enquiries =
	"In the last 90 days, we replied to half of all enquiries within 3 business hours, and to 96% within 24.";
const applications = "In the last 90 days, half of all applicants heard back within 5 days, and all of them within 14.";

describe.each([
	[
		"the contact page",
		contact,
		`<span class="mt-3 block">${enquiries}</span>`,
		{ enquiries: false, applications: true },
	],
	[
		"the page of a position",
		position,
		`<p class="mt-4 text-14 text-muted">${applications}</p>`,
		{ enquiries: true, applications: false },
	],
] as const)("%s", (_, show, added, onlyOther) => {
	test("has one more sentence with the setting on, and nothing else changes", async () => {
		const [off, on] = [await show({ find }), await show({ find, shown: both })];
		expect(on.html.split(added)).toHaveLength(2);
		expect(on.html.replace(added, "")).toBe(off.html);
	});

	test("is byte for byte the same with the setting off, whatever is measured", async () => {
		const before = await show({});
		expect(JSON.stringify(before.data)).not.toContain("replyTimes");
		for (const shown of [undefined, { enquiries: false, applications: false }, onlyOther])
			expect(await show({ find, shown })).toEqual(before);
	});

	test("says nothing of too few records, before anything is measured, and without a database", async () => {
		const off = await show({});
		const few: FindReplyTimes = async (kind) => {
			const figures = await find(kind);
			return figures && { ...figures, due: 19, kept: 19 };
		};
		const lost: FindReplyTimes = async () => {
			throw new StorageUnavailableError("The database is away");
		};
		for (const without of [few, lost, undefined])
			expect(await show({ shown: both, ...(without && { find: without }) })).toEqual(off);
	});
});
