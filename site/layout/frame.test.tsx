import { readFileSync } from "node:fs";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { findMarks, markContent } from "../../features/publishing/editing/mark-content.server.ts";
import { menusSchema, type Menus } from "../../features/publishing/menu-schema.ts";
import { loader } from "../root.tsx";
import { Footer } from "./footer.tsx";
import { TopNavigation } from "./top-navigation.tsx";

const company: ComponentProps<typeof Footer>["company"] = {
	name: "Narangi Weaving",
	legalName: "Narangi Weaving LLP",
	salesEmail: "sales@narangi.example",
	phone: { display: "+91 98100 00000", e164: "+919810000000" },
	cities: ["Leipzig", "Gwalior"],
	hours: "Monday to Saturday, 10 am to 6 pm",
	replyWithinBusinessHours: 24,
	socials: [{ network: "linkedin", label: "LinkedIn", url: "https://social.example/narangi" }],
	copyrightYear: 2026,
	parts: { booking: true, careers: true, blog: true, portfolio: true, newsletter: false },
};

const services = [
	{ id: "cloth", title: "Cloth", icon: "factory" as const },
	{ id: "yarn-and-dye", title: "Yarn & dye", icon: "globe" as const },
];

const menus = menusSchema.parse({
	header: [
		{ label: "Hotels", to: "/hotels" },
		{
			label: "Mills",
			links: [
				{ label: "Weaving", to: "/mills/weaving" },
				{ label: "Looms abroad", to: "https://looms.example/" },
			],
		},
	],
	footerColumns: [{ title: "Industries", links: [{ label: "Hotels & inns", to: "/hotels" }] }],
	footerLinks: [{ label: "Imprint", to: "/imprint" }],
});

/** The frame's data for some menus: what a page of the content has. */
function loadFrame(given: Menus) {
	const context = new RouterContextProvider();
	const content = context.get(contentContext);
	context.set(contentContext, { ...content, menus: given });
	return loader({ request: new Request("https://narangi.example/faq"), context } as never);
}

/** Writes the navigation and the footer of a page as the server sends them. */
function render(path: string, given: Menus = menusSchema.parse({})): string {
	const { ownMenu, ownFooter } = loadFrame(given);
	const Page = createRoutesStub([
		{
			path: "*",
			Component: () => (
				<>
					<TopNavigation company={company} services={services} entries={ownMenu} />
					<Footer company={company} services={services} own={ownFooter} />
				</>
			),
		},
	]);
	return renderToString(<Page initialEntries={[path]} />);
}

/** The words of each link and of each list's name, in the order of the page. */
const listWords = (html: string) =>
	[...html.matchAll(/<(?:a|summary) [^>]*>(?:<svg(?:(?!<\/svg>).)*<\/svg>)?([^<]+)/g)].map(([, words = ""]) =>
		words.trim(),
	);

test("without menus.yml, navigation and footer are those of every site, byte for byte", () => {
	const expected = readFileSync(new URL("../../tests/fixtures/site/frame-without-menus.txt", import.meta.url), "utf8");
	expect(`${render("/case-study/cloth").replaceAll("<", "\n<").trim()}\n`).toBe(expected);
	const data = loadFrame(menusSchema.parse({}));
	expect(Object.keys(data).filter((key) => key.startsWith("own"))).toEqual([]);
});

describe("with menus.yml", () => {
	const html = render("/mills/weaving", menus);
	const [bar = "", rest = ""] = html.split(/(?=<details class="md:hidden")/);
	const [panel = "", footer = ""] = rest.split(/(?=<footer)/);

	test("the bar has its entries after those of every site, and all of them under More where it is narrow", () => {
		expect(listWords(bar).join(", ")).toBe(
			"Home, Services, Cloth, Yarn &amp; dye, Portfolio, Blog, Hotels, Mills, Weaving, Looms abroad, More, Hotels, Weaving, Looms abroad, Let&#x27;s Talk",
		);
		expect(bar).toContain('<li class="lg:hidden py-2.5"><details name="bar-list">');
		expect(bar.match(/<li class="hidden lg:block[^"]*">/g)).toHaveLength(2);
	});

	test("a phone's menu has them too, and lists are native", () => {
		expect(listWords(panel).join(", ")).toBe(
			"Home, Services, Cloth, Yarn &amp; dye, Portfolio, Blog, Hotels, Mills, Weaving, Looms abroad, Let&#x27;s Talk",
		);
		expect(panel.match(/<details name="panel-list">/g)).toHaveLength(2);
	});

	test("the open page is marked, and so is the list that leads to it", () => {
		expect(bar).toMatch(/ text-accent-text">Mills /);
		expect(bar).toMatch(/ text-accent-text">More /);
		expect(bar.match(/aria-current="page"[^>]*href="\/mills\/weaving"/g)).toHaveLength(2);
		expect(bar).toMatch(/text-ink">Services /);
		expect(render("/faq", menus)).not.toMatch(/ text-accent-text">(?:Mills|More) /);
	});

	test("the footer has its columns below those of every site, and its links after Search", () => {
		expect(listWords(footer).slice(-9).join(", ")).toBe(
			"All services, Cloth, Yarn &amp; dye, Hotels &amp; inns, Privacy policy, Terms &amp; Conditions, Accessibility, Search, Imprint",
		);
		expect(footer).toContain('<nav aria-label="Industries links" class="lg:col-span-3">');
	});

	test("each text of menus.yml is where the studio finds it on the framed page", () => {
		const content = new RouterContextProvider().get(contentContext);
		const { content: marked, texts } = markContent({ ...content, menus });
		const found = findMarks(render("/mills/weaving", marked.menus)).map(({ index }) => texts[index]);
		expect(new Set(found.map((text) => `${text?.document} ${text?.name} ${text?.text}`))).toEqual(
			new Set([
				"menus.yml fields.header.0.label Hotels",
				"menus.yml fields.header.1.label Mills",
				"menus.yml fields.header.1.links.0.label Weaving",
				"menus.yml fields.header.1.links.1.label Looms abroad",
				"menus.yml fields.footerColumns.0.title Industries",
				"menus.yml fields.footerColumns.0.links.0.label Hotels & inns",
				"menus.yml fields.footerLinks.0.label Imprint",
			]),
		);
	});
});
