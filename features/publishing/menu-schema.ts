import { z } from "zod";
import { line, webAddress } from "../../shared/company.ts";
import { reference } from "./page-schema.ts";

/**
 * The schema of content/menus.yml: entries of the navigation and the footer after those that every site has.
 * Source: docs/product/site.md, Navigation and Footer.
 */

/** The bar has room for so much between 1,024 pixels and its full width, beside the entries of every site and a short name. */
const mostEntries = 3;
const mostCharacters = 28;
const mostLinks = 8;
/** One row of the footer. */
const mostColumns = 4;
const mostLastLinks = 6;

/** The labels that every site has in each place. */
const ownLabels = {
	header: ["Home", "Services", "Portfolio", "Blog", "Let's Talk", "More"],
	footerColumns: ["Home", "About Us", "Services"],
	footerLinks: ["Privacy policy", "Terms & Conditions", "Accessibility", "Search"],
} as const;

const addressWords = "must be the path of a page on the site, such as /services, or a URL that starts with https://";

const menuAddress = z
	.string()
	.superRefine((to, context) => {
		const isSecure = to.startsWith("https://");
		const result = (isSecure ? webAddress : reference).safeParse(to);
		if (result.success) return;
		const message = (isSecure && result.error.issues[0]?.message) || addressWords;
		context.addIssue({ code: "custom", message });
	})
	.meta({
		title: "Leads to",
		description: "A page of the site, or a URL that starts with https://.",
		chosenFrom: "pages",
	});

const menuLink = z
	.strictObject({ label: line.max(40).meta({ title: "Label" }), to: menuAddress })
	.meta({ title: "Link" });

const barEntry = z
	.strictObject({
		label: line.max(20).meta({ title: "Label" }),
		to: menuAddress.optional(),
		links: z.array(menuLink).max(mostLinks).default([]).meta({
			title: "Links below it",
			description: "With links, the entry opens their list and leads nowhere itself.",
		}),
	})
	.superRefine(({ to, links }, context) => {
		const refuse = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
		if (to === undefined && links.length === 0) refuse("is missing: enter it, or add links below the entry");
		if (to !== undefined && links.length > 0)
			refuse("must be empty, because the entry opens a list: add the page as a link below it");
	})
	.meta({ title: "Entry" });

const footerColumn = z
	.strictObject({
		title: line.max(30).meta({ title: "Title" }),
		links: z.array(menuLink).min(1).max(mostLinks).meta({ title: "Links" }),
	})
	.meta({ title: "Column" });

/** Refuses a label that the place has already, in any case. */
function refuseRepeated(
	labels: readonly string[],
	field: "label" | "title",
	{ own, context }: { own: readonly string[]; context: z.core.$RefinementCtx },
): void {
	const taken = new Set(own.map((label) => label.toLowerCase()));
	for (const [index, label] of labels.entries()) {
		if (taken.has(label.toLowerCase()))
			context.addIssue({ code: "custom", path: [index, field], message: `“${label}” is there already` });
		taken.add(label.toLowerCase());
	}
}

export const menusSchema = z.strictObject({
	header: z
		.array(barEntry)
		.max(mostEntries)
		.superRefine((entries, context) => {
			const labels = entries.map(({ label }) => label);
			refuseRepeated(labels, "label", { own: ownLabels.header, context });
			const { length } = labels.join("");
			if (length > mostCharacters)
				context.addIssue({
					code: "custom",
					message: `has labels of ${length} characters together; the bar has room for ${mostCharacters}`,
				});
		})
		.default([])
		.meta({
			title: "Navigation",
			description: `After Blog. All labels together have at most ${mostCharacters} characters.`,
		}),
	footerColumns: z
		.array(footerColumn)
		.max(mostColumns)
		.superRefine((columns, context) =>
			refuseRepeated(
				columns.map(({ title }) => title),
				"title",
				{ own: ownLabels.footerColumns, context },
			),
		)
		.default([])
		.meta({ title: "Columns of the footer", description: "Below those of every site." }),
	footerLinks: z
		.array(menuLink)
		.max(mostLastLinks)
		.superRefine((links, context) =>
			refuseRepeated(
				links.map(({ label }) => label),
				"label",
				{ own: ownLabels.footerLinks, context },
			),
		)
		.default([])
		.meta({ title: "Last line of the footer", description: "After Search." }),
});

export type Menus = z.output<typeof menusSchema>;
export type MenuLink = z.output<typeof menuLink>;
/** An entry of the bar: a link, or a list of some. */
export type BarEntry = Menus["header"][number];
export type FooterColumn = Menus["footerColumns"][number];

/** Lists the addresses that menus lead to, with their fields. */
export function listMenuAddresses({ header, footerColumns, footerLinks }: Menus): { field: string; to: string }[] {
	const inLinks = (links: readonly MenuLink[], field: string) =>
		links.map(({ to }, index) => ({ field: `${field}[${index}].to`, to }));
	return [
		...header.flatMap(({ to, links }, index) => [
			...(to === undefined ? [] : [{ field: `header[${index}].to`, to }]),
			...inLinks(links, `header[${index}].links`),
		]),
		...footerColumns.flatMap(({ links }, index) => inLinks(links, `footerColumns[${index}].links`)),
		...inLinks(footerLinks, "footerLinks"),
	];
}
