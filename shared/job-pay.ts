import type { CareersSettings, JobLocation } from "./careers.ts";

/** The spans of time that a pay is for. Content cannot add any, because each needs a unit of structured data. */
export const payPeriods = ["hour", "month", "year"] as const;

/** When the site shows a pay range: where the law of the place of work asks for it, always, or never. */
export const payDisplays = ["law", "yes", "no"] as const;

/** A pay range, in units of its currency (ISO 4217); equal ends are a fixed pay. */
export type PayRange = { currency: string; from: number; to: number; per: (typeof payPeriods)[number] };

/** A pay range as staff write it. */
export type JobPay = PayRange & { shown: (typeof payDisplays)[number] };

/**
 * Places whose law asks employers to tell applicants the pay: whole countries, or some of their regions. Sources: docs/product/careers.md, Pay.
 */
const places: Readonly<Record<string, "all" | readonly string[]>> = {
	...Object.fromEntries(
		"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
			.split(" ")
			.map((country) => [country, "all"]),
	),
	CA: ["British Columbia", "Ontario", "Prince Edward Island"],
	US: [
		"California",
		"Colorado",
		"District of Columbia",
		"Hawaii",
		"Illinois",
		"Maryland",
		"Massachusetts",
		"Minnesota",
		"New Jersey",
		"New York",
		"Vermont",
		"Washington",
	],
};

/** Tells whether the site shows a job's pay. */
export function isPayShown(
	{ pay, location }: { pay: JobPay | undefined; location: string },
	{ locations }: Pick<CareersSettings, "locations">,
): boolean {
	if (!pay || pay.shown !== "law") return pay?.shown === "yes";
	const place = locations.find(({ label }) => label === location);
	return place !== undefined && mustShowPay(place);
}

/** A remote job can be done in each region of its country. */
function mustShowPay({ country = "", region = "", remote }: JobLocation): boolean {
	const regions = places[country];
	return regions !== undefined && (regions === "all" || remote === true || regions.includes(region));
}

/** Formats a pay range, such as "€50,000 to €60,000 a year". */
export function formatPay({ currency, from, to, per }: PayRange, locale: string | undefined): string {
	const { format } = new Intl.NumberFormat(locale, {
		style: "currency",
		currency,
		trailingZeroDisplay: "stripIfInteger",
	});
	return `${from === to ? format(from) : `${format(from)} to ${format(to)}`} ${per === "hour" ? "an" : "a"} ${per}`;
}
