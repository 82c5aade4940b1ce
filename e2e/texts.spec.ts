import { expect, test } from "./fixtures.ts";
import { listBelow, openPage, textOf } from "./open-page.ts";
import { indexedPaths, prerenderedPaths } from "./routes.ts";

/** The quoted texts of docs/product/site.md, by page. An element of the page must hold each text and nothing else. */
const textsOfPages: Record<string, string[]> = {
	"/": [
		"IT services resolving critical business challenges for a winning edge",
		"Assisting you in letting your business reach its potential",
		"Let's Talk",
		"Web Development",
		"App Development",
		"ERP",
		"UI/UX design",
		"Digital Marketing",
		"Generative AI",
		"Security",
		"CRM",
		"Want a Demo !",
		"View full case study",
		"Stories from people like you",
		"Projects made",
		"155",
		"Clients served",
		"85+",
		"Average rating",
		"4.8",
		"How We Achieve It",
		"Discovery & Strategy",
		"Design & Prototyping",
		"Development & Testing",
		"Launch & Optimization",
		"Insights & Innovations",
	],
	"/portfolio": ["View full case study: Dugdh ERP"],
	"/portfolio?category=cloud-services": ["Almost There", "Let's Talk"],
	"/portfolio?category=iot-services": ["Almost There", "Let's Talk"],
	"/portfolio?category=website-design": ["Almost There", "Let's Talk"],
	"/faq": ["FAQs", "Let's Talk"],
	"/alltestimonial": [
		"Voices of Trust",
		"Back",
		"First name",
		"Last name",
		"E-mail",
		"Phone (Optional)",
		"Message",
		"Send your message",
	],
	"/blog": [
		"Insights, Innovation & Ideas",
		"All Blog",
		"Featured Blog",
		"Meet the Authors",
		"Call to Action",
		"Another topic for blog",
		"Send your message",
	],
	"/terms-condition": [
		"Terms & Conditions",
		"Payment",
		"Approval process",
		"Intellectual Property Rights",
		"Warranties",
		"Limitation of Liability",
		"Termination",
		"Force Majeure",
		"Subcontracting",
		"Governing Law and Dispute Resolution",
	],
	"/aboutUs": [
		"About us",
		"Empowering Innovation Through Technology",
		"Our Vision",
		"Our Mission",
		"Why Choose Us?",
		"Expertise",
		"Innovation",
		"Customer-Centric",
		"Quality",
		"Projects made",
		"155",
		"85+",
		"4.8",
	],
	"/contactUs": [
		"First name",
		"Last name",
		"E-mail",
		"Phone (Optional)",
		"Message",
		"Send your message",
		"Bangalore",
		"New Delhi",
		"Gwalior",
	],
	"/demo": ["Book a Free Demo"],
	"/error": [
		"500",
		"Oops! Something went wrong",
		"We apologize for the inconvenience. Our team has been notified and is working to fix the issue.",
		"Go Back",
		"Back to Home",
	],
	"/case-study/no-such-service": ["Service not found.", "Back to Services", "Return to Services"],
	"/portfolio/no-such-project": ["Project not found.", "Back to the portfolio"],
	"/contactUs/thank-you": ["Thank You!"],
};

/** Numbers and promises of docs/product/site.md within longer texts. */
const promises: Record<string, string[]> = {
	"/contactUs": ["Monday-Saturday 10am to 6pm", "typically within 24 business hours"],
	"/faq": [
		"4-8 weeks",
		"project manager",
		"Startups",
		"Established businesses",
		"fixed price",
		"Hourly",
		"custom quote",
		"React",
		"Node.js",
		"Python",
		"AWS",
		"Azure",
		"code base",
		"Automated tests",
		"CI/CD",
	],
	"/terms-condition": [
		"within 15 days of its date",
		"after 5 days of delay",
		"1.5% per month or at the highest rate the law permits, whichever is less",
		"acceptance tests within 7 days",
		"60 days' notice",
		"30 days to cure",
		"capped at the fees paid",
		"exclusive jurisdiction of the courts at New Delhi",
	],
	"/demo": ["Half an hour", "Asia/Kolkata"],
	"/": ["in four to eight weeks"],
};

/** Address, title, and name in "Our … services", where the word services is not repeated. */
const services = [
	["website-development", "Website Development", "Website Development"],
	["app-development", "App Development", "App Development"],
	["ui-ux-design", "UI-UX Design", "UI-UX Design"],
	["erp", "ERP", "ERP"],
	["digital-marketing", "Digital Marketing", "Digital Marketing"],
	["generative-ai", "Generative AI", "Generative AI"],
	["security-services", "Security Services", "Security"],
	["crm", "CRM", "CRM"],
] as const;

for (const [path, texts] of Object.entries(textsOfPages)) {
	test(`${path} has each promised text word for word`, async ({ request }) => {
		const held = (await openPage(request, path)).texts();
		expect(texts.filter((text) => !held.has(text))).toEqual([]);
	});
}

for (const [path, texts] of Object.entries(promises)) {
	test(`${path} has each promise inside its texts`, async ({ request }) => {
		const [whole = ""] = (await openPage(request, path)).elements
			.filter(({ tagName }) => tagName === "main")
			.map(textOf);
		expect(texts.filter((text) => !whole.includes(text))).toEqual([]);
	});
}

test("every service's page has its seven cards, four steps, three clients and closing words", async ({ request }) => {
	for (const [slug, title, name] of services) {
		const page = await openPage(request, `/case-study/${slug}`);
		const texts = [
			"Let's Talk",
			`Our ${name} services`,
			"Our Process",
			"Client Testimonials",
			"Client 1",
			"Client 2",
			"Client 3",
			`${title} Client`,
			"5 out of 5 stars",
			`Ready to transform your ${title} strategy?`,
			"Get Started Today",
		];
		expect(
			texts.filter((text) => !page.texts().has(text)),
			title,
		).toEqual([]);
		const headings = page.elements.filter(({ tagName }) => tagName === "h3").map(textOf);
		expect(headings.length, title).toBe(7 + 4);
	}
	expect(indexedPaths.filter((path) => path.startsWith("/case-study/")).toSorted()).toEqual(
		services.map(([slug]) => `/case-study/${slug}`).toSorted(),
	);
});

test("every case study has its parts, its title and the enquiry form", async ({ request }) => {
	const texts = [
		"Back to the portfolio",
		"Challenge",
		"Pain points",
		"Our approach",
		"Solutions we provided",
		"Final product",
		"Phone (Optional)",
		"Send your message",
	];
	const titles: string[] = [];
	for (const path of indexedPaths.filter((candidate) => candidate.startsWith("/portfolio/"))) {
		const page = await openPage(request, path);
		expect(
			texts.filter((text) => !page.texts().has(text)),
			path,
		).toEqual([]);
		titles.push(...page.elements.filter(({ tagName }) => tagName === "h1").map(textOf));
	}
	expect(titles.length).toBeGreaterThanOrEqual(10);
	expect(titles.filter((title) => !/^Revamping \S/.test(title))).toEqual([]);
});

test("the portfolio's filters are in order", async ({ request }) => {
	const filters = listBelow(await openPage(request, "/portfolio"), "Project categories").filter(
		({ tagName }) => tagName === "a",
	);
	expect(filters.map(textOf)).toEqual([
		"All",
		"Website Development",
		"ERP Development",
		"App Development",
		"UI/UX Design",
		"Cloud Services",
		"IOT services",
		"Website Design",
		"Digital Marketing",
		"Generative AI",
		"CRM",
	]);
});

test("the lists have as many entries as promised", async ({ request }) => {
	const count = async (path: string, tagName: string) =>
		(await openPage(request, path)).elements.filter((element) => element.tagName === tagName).length;
	const mainDetails = async (path: string) => {
		const main = (await openPage(request, path)).elements.find(({ tagName }) => tagName === "main");
		return JSON.stringify(main).match(/"tagName":"details"/g)?.length;
	};
	expect(await mainDetails("/faq")).toBe(6);
	expect(await mainDetails("/terms-condition")).toBe(9);
	expect(await count("/alltestimonial", "blockquote")).toBe(9);
	expect(await count("/rating", "blockquote")).toBe(9);
	expect(await count("/ourteam", "article")).toBe(4);
});

test("every page has the bar, and the footer with its columns, contacts and links", async ({ request }) => {
	const barTexts = ["Home", "Services", "Portfolio", "Blog", "Let's Talk"];
	const footerTexts = [
		"Home",
		"About Us",
		"Services",
		"Website Development",
		"App Development",
		"UI-UX Design",
		"ERP",
		"Digital Marketing",
		"Generative AI",
		"Security Services",
	];
	const footerLinks = [
		"/contactUs",
		"/process-insights",
		"/alltestimonial",
		"/faq",
		"/aboutUs",
		"/vision-mission",
		"/career",
		"/why-choose-us",
		"/services",
		"/privacy",
		"/terms-condition",
	];
	for (const path of prerenderedPaths) {
		const { elements } = await openPage(request, path);
		const below = (tagName: string) =>
			elements
				.filter((element) => element.tagName === tagName)
				.map(textOf)
				.join(" ");
		const header = below("header");
		const footer = below("footer");
		expect(
			[...barTexts.filter((text) => !header.includes(text)), ...footerTexts.filter((text) => !footer.includes(text))],
			path,
		).toEqual([]);
		expect(footer, path).toContain("© 2025 ");
		const { links } = await openPage(request, path);
		expect(
			footerLinks.filter((link) => !links.includes(link)),
			path,
		).toEqual([]);
		expect(
			[links.some((link) => link.startsWith("mailto:sales@")), links.some((link) => link.startsWith("tel:+"))],
			path,
		).toEqual([true, true]);
		expect(
			["linkedin.com", "x.com", "wa.me", "instagram.com"].filter((host) => !links.some((link) => link.includes(host))),
			path,
		).toEqual([]);
	}
});

test("every fixed address answers, and any other shows the error page", async ({ request }) => {
	const paths = [
		"/",
		"/home",
		"/contactUs",
		"/process-insights",
		"/aboutUs",
		"/portfolio",
		"/alltestimonial",
		"/faq",
		"/privacy",
		"/terms-condition",
		"/blog",
		"/case-study/app-development",
		"/demo",
		"/error",
		"/ourteam",
		"/rating",
		"/vision-mission",
		"/services",
		"/why-choose-us",
		"/career",
		"/career/apply/senior-react-engineer",
	];
	for (const path of paths) expect((await openPage(request, path)).status, path).toBe(200);
	const unknown = await openPage(request, "/no/such/page");
	expect([unknown.status, unknown.texts().has("Oops! Something went wrong")]).toEqual([404, true]);
});
