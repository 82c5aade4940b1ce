import { readFileSync } from "node:fs";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
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

/** Writes the navigation and the footer of a page as the server sends them. */
function render(path: string): string {
	const Page = createRoutesStub([
		{
			path: "*",
			Component: () => (
				<>
					<TopNavigation company={company} services={services} />
					<Footer company={company} services={services} />
				</>
			),
		},
	]);
	return renderToString(<Page initialEntries={[path]} />);
}

test("without menus.yml, navigation and footer are those of every site, byte for byte", () => {
	const expected = readFileSync(new URL("../../tests/fixtures/site/frame-without-menus.txt", import.meta.url), "utf8");
	expect(`${render("/case-study/cloth").replaceAll("<", "\n<").trim()}\n`).toBe(expected);
});
