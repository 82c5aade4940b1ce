import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { countOpenJobs, writeOpenJobs } from "../features/careers/jobs/count-jobs.ts";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import type { LocationFilter } from "../shared/careers.ts";
import { createServerEnvironment, startBuiltServer } from "../tests/support/built-server.ts";
import { makeDatabaseUnreadable } from "../tests/support/unreadable-database.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { careerPage, careers, company, jobs as openJobs } from "./company.ts";
import { endOverlay, enter, expect, test, type Page } from "./fixtures.ts";

const firstJob = openJobs[0] as (typeof openJobs)[number];
const otherJob = openJobs[1] as (typeof openJobs)[number];
const jobId = firstJob.slug;
const counts = countOpenJobs(openJobs, careers);
/** The last filter, and another one with a job that only it finds. */
const otherFilter = careers.locationFilters.at(-1) as LocationFilter;
const finds = ({ locations }: LocationFilter, location: string) => locations === "all" || locations.includes(location);
const filter = careers.locationFilters.find(
	({ locations }) => locations !== "all" && openJobs.some(({ location }) => locations.includes(location)),
) as LocationFilter;
const placedJob = openJobs.find(({ location }) => finds(filter, location)) as (typeof openJobs)[number];
const searchPath = `/career?${new URLSearchParams({ q: firstJob.title, location: filter.label })}`;
const applyPath = `/career/apply/${jobId}`;
const jobLinks = (page: Page) => page.getByRole("region", { name: "Jobs" }).getByRole("heading", { level: 2 });
const stepHeading = (page: Page, name: string) =>
	expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();

test.describe("finding a job", () => {
	test(
		"the landing page names departments, teams, offices and where to learn more",
		{ tag: "@any-company" },
		async ({ page }) => {
			await enter(page, "/career");
			for (const name of [
				...careers.departments.map((department) => department.name),
				...company.offices.map(({ careersCity }) => careersCity),
			]) {
				await expect(page.getByRole("heading", { level: 3, name })).toBeVisible();
			}
			for (const department of careers.departments)
				for (const { name, search } of department.teams) {
					const open = writeOpenJobs(counts.teams[department.name]?.[name] ?? 0);
					await expect(page.getByRole("link", { name: `${name} ${open}`, exact: true })).toHaveAttribute(
						"href",
						`/career?q=${encodeURIComponent(search)}`,
					);
				}
			for (const { people, careersCity } of company.offices)
				await expect(
					page
						.getByRole("region", { name: careerPage.offices.title })
						.getByText(`${people} people, ${writeOpenJobs(counts.cities[careersCity] ?? 0)}`),
				).toBeVisible();
			await expect(page.getByRole("region", { name: careerPage.learnMore.title }).getByRole("link")).toHaveCount(
				careerPage.learnMore.links.length,
			);
		},
	);

	test(
		"a search lives in the address, Back returns to the landing page, and every team's search finds a job",
		{ tag: "@any-company" },
		async ({ page }) => {
			await enter(page, "/career");
			await page.getByRole("main").getByLabel("Search jobs by keyword").fill(firstJob.title);
			await page.getByRole("button", { name: "Search jobs" }).click();
			await expect(page).toHaveURL(`/career?${new URLSearchParams({ q: firstJob.title })}`);
			await expect(jobLinks(page)).toHaveText([firstJob.title]);
			await expect(page.getByText("1 open position", { exact: true })).toBeVisible();
			await expect(page.getByText("1 job matched")).toBeVisible();
			await expect(page.getByRole("main")).toBeFocused();
			expect(await page.evaluate(() => window.scrollY)).toBe(0);
			await page.goBack();
			await expect(page).toHaveURL("/career");
			await expect(page.getByRole("button", { name: "Search jobs" })).toBeVisible();
			const searches = await page
				.getByRole("region", { name: careerPage.departments.title })
				.getByRole("link")
				.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
			expect(searches).toHaveLength(careers.departments.flatMap((department) => department.teams).length);
			for (const search of searches)
				expect(await (await page.request.get(search)).text(), search).toContain("Apply now");
		},
	);

	test(
		"the location filter and Clear Filters change the address, and the button leads back",
		{ tag: "@any-company" },
		async ({ page }) => {
			await enter(page, `/career?${new URLSearchParams({ q: placedJob.title, location: filter.label })}`);
			await expect(page.getByLabel("Location")).toHaveValue(filter.label);
			await expect(jobLinks(page)).toHaveText([placedJob.title]);
			await page.getByLabel("Location").focus();
			await page.getByLabel("Location").selectOption(otherFilter.label);
			await expect(page).toHaveURL((url) => url.searchParams.get("location") === otherFilter.label);
			await expect(page.getByText("No positions found matching your criteria")).toBeVisible();
			await expect(page.getByText("Try adjusting your search terms or filters.")).toBeVisible();
			await expect(page.getByLabel("Location")).toBeFocused();
			await page.getByRole("link", { name: "Clear Filters" }).click();
			await expect(page.getByLabel("Keyword")).toHaveValue("");
			await expect(page.getByLabel("Location")).toHaveValue(otherFilter.label);
			await expect(jobLinks(page)).toHaveCount(openJobs.filter(({ location }) => finds(otherFilter, location)).length);
			await page.getByRole("link", { name: "Back to Career Page" }).click();
			await expect(page).toHaveURL("/career");
		},
	);

	test(
		"Clear Filters empties the field, and text typed while a search loads stays until Back",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, "/career?q=");
			const keyword = page.getByLabel("Keyword");
			await keyword.fill("java");
			await page.getByRole("link", { name: "Clear Filters" }).click();
			await expect(keyword).toHaveValue("");

			const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
			await page.route("**/api/jobs", async (route) => {
				await answered;
				await route.continue();
			});
			await keyword.fill(firstJob.title);
			await keyword.press("Enter");
			await expect(page.getByRole("region", { name: "Jobs" })).toHaveAttribute("aria-busy", "true");
			await keyword.pressSequentially(" native");
			answer();
			await expect(page).toHaveURL(/q=[^&]/);
			await expect(jobLinks(page)).toHaveText([firstJob.title]);
			await expect(keyword).toHaveValue(`${firstJob.title} native`);
			await page.goBack();
			await expect(keyword).toHaveValue("");
			await page.goForward();
			await expect(keyword).toHaveValue(firstJob.title);
		},
	);

	test(
		"a job's page shows everything, has structured data, and links to the application",
		{ tag: "@any-company" },
		async ({ page }) => {
			await enter(page, `/career/jobs/${jobId}`);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(firstJob.title);
			const objects = await page
				.locator('head script[type="application/ld+json"]')
				.evaluateAll((scripts) =>
					scripts.map((script) => JSON.parse(script.textContent ?? "") as Record<string, unknown>),
				);
			expect(objects.find((object) => object["@type"] === "JobPosting")).toMatchObject({
				title: firstJob.title,
				validThrough: `2099-12-31T23:59:59${Temporal.PlainDate.from("2099-12-31").toZonedDateTime(company.timeZone).offset}`,
				employmentType: firstJob.type.toUpperCase().replace("-", "_"),
			});
			await page.getByRole("link", { name: "Apply now" }).click();
			await expect(page).toHaveURL(applyPath);
		},
	);
});

test(
	"a job that is closed leaves its page, the search engines, the list and the application within a second",
	{ tag: "@any-company" },
	async ({ request, office }) => {
		const id = otherJob.slug;
		const read = async (path: string) => {
			const response = await request.get(path);
			return {
				status: response.status(),
				names: (await response.text()).includes(id),
				posting: (await response.text()).includes('"JobPosting"'),
			};
		};
		const paths = [
			`/career/jobs/${id}`,
			"/career?q=",
			"/api/jobs",
			`/api/jobs/${id}`,
			`/career/apply/${id}`,
			"/sitemap-jobs.xml",
		];
		const open = await Promise.all(paths.map(read));
		expect(open.map(({ status, names }) => [status, names])).toEqual(paths.map(() => [200, true]));
		expect(open[0]?.posting).toBe(true);

		await office.changeJobs("close", id);
		await expect(async () => {
			const closed = await Promise.all(paths.map(read));
			expect(closed.map(({ status }) => status)).toEqual([404, 200, 200, 404, 404, 200]);
			expect(closed.map(({ posting }) => posting)).toEqual(paths.map(() => false));
			expect([closed[1]?.names, closed[2]?.names, closed[5]?.names]).toEqual([false, false, false]);
		}).toPass();
		await office.changeJobs("reopen", id);
	},
);

test(
	"a job whose location and department the content has given up is listed, shown and open for applications",
	{ tag: "@all" },
	async ({ request, office }) => {
		const id = "given-up";
		const database = new DatabaseSync(join(office.dataDirectory, sqliteFileName), { timeout: 5_000 });
		const columns =
			"title, type, summary, description, keywords, team, workplace, posted_on, closes_on, closed_at, changed_at";
		database.exec(
			`insert into jobs (id, location, department, ${columns}) select '${id}', 'Ghent, Belgium', 'Dyeing', ${columns} from jobs where id = '${jobId}'`,
		);
		try {
			// Another process's writes are shown within a second.
			await expect.poll(async () => (await request.get("/api/jobs")).text()).toContain(id);
			for (const path of [
				"/career?q=",
				`/career/jobs/${id}`,
				`/career/apply/${id}`,
				`/career/apply/${id}?view=whole`,
			]) {
				const response = await request.get(path);
				expect(response.status(), path).toBe(200);
				expect(await response.text(), path).toContain("Ghent, Belgium");
			}
			const page = await (await request.get(`/career/jobs/${id}`)).text();
			const [, posting = ""] = /<script type="application\/ld\+json">([^<]*"JobPosting"[^<]*)</.exec(page) ?? [];
			expect(JSON.parse(posting)).toMatchObject({ jobLocation: { "@type": "Place", address: "Ghent, Belgium" } });
		} finally {
			database.exec(`delete from jobs where id = '${id}'`);
			database.close();
		}
	},
);

test(
	"jobs with only the required fields of the API are listed, also with the other name of the id",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, "/career");
		await page.route("**/api/jobs", (route) =>
			route.fulfill({
				json: ["Weaver", "Dyer"].map((title) => ({
					_id: title.toLowerCase(),
					title,
					location: "Ghent, Belgium",
					type: "Full-time",
					description: "<p>Cloth.</p>",
					keywords: ["cloth"],
				})),
			}),
		);
		await page.getByRole("main").getByLabel("Search jobs by keyword").fill("cloth");
		await page.getByRole("button", { name: "Search jobs" }).click();
		await expect(jobLinks(page)).toHaveText(["Weaver", "Dyer"]);
		const jobs = page.getByRole("region", { name: "Jobs" });
		await expect(jobs.getByText("Ghent, Belgium. Full-time.")).toHaveCount(2);
		await expect(jobs.getByRole("link", { name: "Apply now for Dyer" })).toHaveAttribute("href", "/career/apply/dyer");
		await expect(jobs).not.toContainText(/undefined|Apply by|Invalid/);
	},
);

test("search engines are led to the page of every open job", { tag: "@all" }, async ({ request }) => {
	const robots = await (await request.get("/robots.txt")).text();
	const address = robots.match(/^Sitemap: (.*\/sitemap-jobs\.xml)$/m)?.[1] as string;
	const sitemap = await request.get(new URL(address).pathname);
	expect(sitemap.headers()["content-type"]).toContain("application/xml");
	const jobs = ((await (await request.get("/api/jobs")).json()) as { id: string }[]).map(
		({ id }) => new URL(`/career/jobs/${id}`, address).href,
	);
	const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
	expect(listed.toSorted()).toEqual(jobs.toSorted());
});

test(
	"a job alert is asked for beside a search, confirmed from its mail, and ended by one click in a mail program",
	{ tag: "@any-company" },
	async ({ page, request, office }) => {
		const email = `asha-${randomUUID()}@visitor.example`;
		await enter(page, searchPath);
		await page.getByRole("checkbox", { name: "Job alerts" }).check();
		await page.getByRole("textbox", { name: "E-mail" }).fill(email);
		await page.getByRole("button", { name: "Send me alerts" }).click();
		await expect(page.getByText("Check your inbox")).toBeVisible();

		const findLink = () =>
			office.mail.emails
				.find(({ envelopeRecipients }) => envelopeRecipients.includes(email))
				?.text?.match(/\/career\/alerts\/[0-9a-f]{40}/)?.[0];
		await expect.poll(findLink).toBeDefined();
		const link = findLink() as string;
		await enter(page, link);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your job alert");
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.getByRole("button", { name: "Confirm the alert" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your job alert is on");
		expect(await findAccessibilityFaults(page)).toEqual([]);

		const ended = await request.post(link, { form: { "List-Unsubscribe": "One-Click" }, maxRedirects: 0 });
		expect(ended.status()).toBe(200);
		expect((await request.get(link)).status()).toBe(404);
	},
);

test(
	"addresses that are opened while the database cannot be read answer 503 in the specified words",
	{ tag: "@all" },
	async ({ request }) => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "unreadable-"));
		const server = await startBuiltServer(await createServerEnvironment({ dataDirectory }));
		try {
			await makeDatabaseUnreadable(dataDirectory);
			for (const [path, text] of [
				["/career?q=react", "Failed to load job listings. Please try again later."],
				[applyPath, "Failed to load job details: HTTP error! Status: 503. Please try again or check the URL."],
				[`/career/jobs/${jobId}`, "Oops! Something went wrong"],
				["/demo/by-form", "Failed to load available time slots. Please try again."],
			] as const) {
				// Cached pages are served until the server has noticed.
				await expect(async () => {
					const response = await request.get(server.url + path);
					expect([response.status(), response.headers()["retry-after"]], path).toEqual([503, "5"]);
					const page = await response.text();
					expect(page).toContain(text);
					expect(page).not.toContain("0 jobs matched");
				}).toPass();
			}
		} finally {
			await server.end("SIGKILL");
			await rm(dataDirectory, { recursive: true, force: true });
		}
	},
);

test.describe("a job alert", () => {
	test.use({ expectedErrors: /status of 422/ });

	test(
		"shows an address's error at its field, and can be set up for one search after another",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, searchPath);
			await page.getByRole("checkbox", { name: "Job alerts" }).check();
			const email = page.getByRole("textbox", { name: "E-mail" });
			const send = page.getByRole("button", { name: "Send me alerts" });
			await email.press("Enter");
			await expect(email).toHaveAccessibleDescription("Error: Enter your e-mail address");
			for (const wrong of ["asha", "asha@visitor"]) {
				await email.fill(wrong);
				await email.press("Enter");
				await expect(email).toBeFocused();
				await expect(email).toHaveAccessibleDescription("Error: Enter an e-mail address like name@company.com");
			}
			await email.fill(`asha-${randomUUID()}@visitor.example`);
			const [request] = await Promise.all([page.waitForRequest("/api/job-alerts"), send.click()]);
			expect(request.headers()["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
			await expect(page.getByText("Check your inbox")).toBeFocused();
			await page.getByLabel("Location").selectOption(otherFilter.label);
			await expect(send).toBeVisible();
			await expect(page.getByText("Check your inbox")).toHaveCount(0);
		},
	);
});

test.describe("a list or a job that cannot be loaded", () => {
	test.use({ expectedErrors: /Failed to load resource|status of (?:404|500)/ });

	test("is reported in place of the list", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/career");
		await page.route("**/api/jobs", (route) => route.fulfill({ status: 500, body: "{}" }));
		await page.getByRole("button", { name: "Search jobs" }).click();
		await expect(page.getByText("Failed to load job listings. Please try again later.")).toBeVisible();
		await expect(page.getByText(/jobs? matched/)).toHaveCount(0);
	});

	test("is reported when the address names no job", { tag: "@all" }, async ({ page }) => {
		const response = await page.goto("/career/apply");
		expect(response?.status()).toBe(404);
		await endOverlay(page);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("No job ID provided for application.");
		await expect(page).toHaveTitle("Apply for a position");
		await page.getByRole("link", { name: "Go back to Career Page" }).click();
		await expect(page).toHaveURL("/career");
	});

	for (const [status, message] of [
		[404, "Job not found. The ID might be invalid."],
		[500, "HTTP error! Status: 500."],
	] as const) {
		test(`is explained when the job responds with ${status}`, { tag: "@all" }, async ({ page }) => {
			await enter(page, `/career/jobs/${jobId}`);
			await page.route(`**/api/jobs/${jobId}`, (route) => route.fulfill({ status, body: "{}" }));
			await page.getByRole("link", { name: "Apply now" }).click();
			await expect(
				page.getByText(`Failed to load job details: ${message} Please try again or check the URL.`),
			).toBeVisible();
			await page.getByRole("link", { name: "Go back to Career Page" }).click();
			await expect(page).toHaveURL("/career");
		});
	}
});

test.describe("a response of the API of another shape", () => {
	for (const body of ["null", "{}", "[]", '{"title":1,"location":null}', "<h1>Proxy</h1>"])
		test(`is no job: ${body}`, { tag: "@all" }, async ({ page }) => {
			await enter(page, `/career/jobs/${jobId}`);
			await page.route(`**/api/jobs/${jobId}`, (route) => route.fulfill({ body }));
			await page.getByRole("link", { name: "Apply now" }).click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("No job data available to apply for.");
			await page.getByRole("link", { name: "Go back to Career Page" }).click();
			await expect(page).toHaveURL("/career");
		});

	for (const body of ["null", "{}", "<h1>Proxy</h1>"])
		test(`is no list of jobs: ${body}`, { tag: "@all" }, async ({ page }) => {
			await enter(page, "/career");
			await page.route("**/api/jobs", (route) => route.fulfill({ body }));
			await page.getByRole("button", { name: "Search jobs" }).click();
			await expect(page.getByText("Failed to load job listings. Please try again later.")).toBeVisible();
		});

	test(
		"is left out of the list, and a job needs no more than id, title and location",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, "/career");
			await page.route("**/api/jobs", (route) =>
				route.fulfill({ json: [null, 1, {}, { _id: "bare", title: "Bare job", location: "Nowhere", keywords: "x" }] }),
			);
			await page.getByRole("button", { name: "Search jobs" }).click();
			await expect(page.getByRole("heading", { name: "Bare job" })).toBeVisible();
		},
	);
});

test.describe("the application", () => {
	test("shows that it loads", { tag: "@all" }, async ({ page }) => {
		await enter(page, `/career/jobs/${jobId}`);
		const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
		await page.route(`**/api/jobs/${jobId}`, async (route) => {
			await answered;
			await route.continue();
		});
		await page.getByRole("link", { name: "Apply now" }).click();
		await expect(page.getByText("Loading application form...")).toBeVisible();
		answer();
		await stepHeading(page, "Careers profile");
	});

	test("is titled by its job, however it was reached", async ({ page, request }) => {
		const jobs = (await (await request.get("/api/jobs")).json()) as { id: string; title: string; location: string }[];
		const titleOf = (job: { title: string; location: string }) => `Apply for ${job.title}, ${job.location}`;
		for (const job of jobs.slice(0, 2)) {
			await enter(page, `/career/apply/${job.id}`);
			await expect(page).toHaveTitle(titleOf(job));
			await enter(page, `/career/apply/${job.id}?view=whole`);
			await expect(page).toHaveTitle(titleOf(job));
			await enter(page, `/career/jobs/${job.id}`);
			await page.getByRole("link", { name: "Apply now" }).click();
			await expect(page).toHaveURL(`/career/apply/${job.id}`);
			await expect(page).toHaveTitle(titleOf(job));
			await page.goBack();
			await expect(page).toHaveTitle(new RegExp(`^${job.title}`));
		}
	});

	test("an unknown step shows an error", { tag: "@all" }, async ({ page }) => {
		await enter(page, `${applyPath}?step=nothing`);
		await expect(page.getByText("Something went wrong. Please refresh the page.")).toBeVisible();
	});
});
