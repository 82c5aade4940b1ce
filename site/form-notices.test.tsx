import { globSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import { composeNotice } from "../core/notices/compose-notice.server.ts";
import { EnquiryForm } from "../features/enquiries/enquiry-form.tsx";
import { PreferredTimesForm } from "../features/enquiries/preferred-times-form.tsx";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { readContentFolder } from "../features/publishing/documents/content-source.server.ts";
import { nameData } from "../platform/pages/data-path.ts";
import { noticeForms } from "../shared/notices.ts";
import { testNotices } from "../tests/support/notices.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { FormNotice } from "../ui/form-notice.tsx";
import { listNoticesOfPage } from "./notices-of-page.server.ts";

/** Forms that take no personal data for a new purpose, each with what it does. */
const withoutNotice: Readonly<Record<string, string>> = {
	"features/booking/choice-form.tsx": "chooses a date and a time",
	"site/routes/alerts.tsx": "confirms or ends an alert",
	"site/routes/application.tsx": "withdraws an application",
	"site/routes/booking.tsx": "confirms a call, and answers for guests",
	"site/routes/newsletter-subscription.tsx": "confirms, changes or ends a subscription",
	"site/routes/person.tsx": "says that a person sent something",
	"site/routes/talent-pool.tsx": "gives and takes back a consent, whose words are above it",
	"site/sections/career-results.tsx": "searches positions; its form of alerts is a component with a notice",
	"site/sections/choose-time-form.tsx": "moves a call",
	"site/sections/private-call.tsx": "cancels a call",
	"site/routes/privacy-request.tsx": "confirms or denies a request about data",
	"site/sections/search-form.tsx": "searches the site",
};

const files = ["site", "features"]
	.flatMap((folder) => globSync(`${folder}/**/*.tsx`))
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => !file.endsWith(".test.tsx"));
const withForm = files.filter((file) => /<[Ff]orm[\s>]/.test(readFileSync(file, "utf8")));

test("every form of the site has a notice, or a reason for none", () => {
	const withNotice = withForm.filter((file) => readFileSync(file, "utf8").includes("<FormNotice"));
	expect(withForm.filter((file) => !withNotice.includes(file)).toSorted()).toEqual(
		Object.keys(withoutNotice).toSorted(),
	);
	expect(withNotice.length).toBeGreaterThanOrEqual(noticeForms.length);
});

const notice = composeNotice(testNotices, "enquiry");

describe("a notice at a form", () => {
	const html = renderToStaticMarkup(<FormNotice notice={notice} />);

	test("opens without scripts, in each language by its tag, and sends its version", () => {
		expect(html.match(/<details lang="[^"]*"/g)).toEqual(['<details lang="en"', '<details lang="hi"']);
		expect(html).toContain(`<input type="hidden" name="notice" value="${notice?.version}"/>`);
		expect(html).not.toContain("<details open");
	});

	test("is nothing at all for a company without one", () => {
		expect(renderToStaticMarkup(<FormNotice notice={undefined} />)).toBe("");
	});

	test.each([
		["the enquiry form", () => <EnquiryForm contact={testCompany} notice={notice} />],
		["the form of preferred times", () => <PreferredTimesForm days={["Monday"]} notice={notice} refused={undefined} />],
	])("is within %s, before its button", (_, Component) => {
		const Page = createRoutesStub([{ path: "/", Component }]);
		const page = renderToStaticMarkup(<Page />);
		const [form = ""] = /<form.*<\/form>/s.exec(page) ?? [];
		expect(form.indexOf('name="notice"')).toBeGreaterThan(0);
		expect(form.indexOf('name="notice"')).toBeLessThan(form.lastIndexOf("<button"));
	});
});

describe.each(["content", "e2e/fixtures/second-company"])("the notices of %s", async (folder) => {
	const built = await createContentBuilder().build(await readContentFolder(folder));
	const { company } = built;
	const content = { ...built, company: { ...company, parts: { ...company.parts, newsletter: true } } };

	test("are there for every form, in two languages", () => {
		for (const form of noticeForms) expect(composeNotice(content.company.notices, form)?.texts).toHaveLength(2);
	});

	test.each([
		["/", ["booking"]],
		["/contactUs", ["enquiry"]],
		["/contactUs/erp", ["enquiry"]],
		["/portfolio/tidelog", ["enquiry"]],
		["/alltestimonial", ["enquiry"]],
		["/demo", ["booking"]],
		["/demo/by-form", ["booking"]],
		["/demo/other-times", ["enquiry"]],
		["/calls/review/by-form", ["booking"]],
		["/calls/review/other-times", ["enquiry"]],
		["/career", ["jobAlerts"]],
		["/career/apply/weaver", ["application"]],
		["/blog", ["enquiry", "newsletter"]],
		["/blog/page/2", ["enquiry", "newsletter"]],
		["/blog/first", ["newsletter"]],
		["/newsletter", ["newsletter"]],
		["/privacy", ["dataRequest"]],
		["/services", []],
		["/portfolio", []],
	])("go with the page %s: %j", (path, forms) => {
		expect(Object.keys(listNoticesOfPage(content, path) ?? {})).toEqual(forms);
		// As it is prerendered.
		if (path !== "/") expect(Object.keys(listNoticesOfPage(content, `${path}/`) ?? {})).toEqual(forms);
		expect(Object.keys(listNoticesOfPage(content, nameData(path)) ?? {})).toEqual(forms);
	});

	test("go with pages of sections that have a form", () => {
		const withForms = content.landingPages.filter(({ sections }) => sections.some(({ type }) => type === "form"));
		for (const { slug } of withForms)
			expect(Object.keys(listNoticesOfPage(content, `/${slug}`) ?? {})).toEqual(["enquiry"]);
	});

	test("of the newsletter go with no page while it is off", () => {
		expect(Object.keys(listNoticesOfPage(built, "/blog") ?? {})).toEqual(["enquiry"]);
	});

	test("are not in the data of any page without the document", () => {
		const { notices: _, ...without } = content.company;
		expect(listNoticesOfPage({ ...content, company: without }, "/contactUs")).toBeUndefined();
	});
});
