import { expect, test } from "vitest";
import { testCompany } from "../../tests/support/test-server.ts";
import type { Service } from "./content-schema.ts";
import { describeService, describeSite } from "./structured-data.server.ts";

const {
	postalCode: _,
	region: __,
	...office
} = { ...testCompany.offices[0], country: "DE" } as Required<(typeof testCompany.offices)[number]>;
const company = { ...testCompany, country: "AE", locale: "en-GB", currency: "AED", offices: [office] };

test("structured data has the company's own country, language and currency, and each office's country", () => {
	const said = describeSite({ company }, "https://kelvane.example");
	expect(said).toMatchObject([
		{},
		{ "@type": "WebSite", inLanguage: "en-GB" },
		{ currenciesAccepted: "AED", address: { addressCountry: "DE", addressLocality: "New Delhi" } },
	]);
	expect(JSON.stringify(said)).not.toMatch(/addressRegion|postalCode/);
	const service = { slug: "a", title: "A", summary: "A.", services: [] as object[] } as Service;
	expect(describeService(service, company, "https://kelvane.example")).toMatchObject({
		areaServed: { "@type": "Country", name: "United Arab Emirates" },
	});
});

test("opening hours are said once for all days with the same, and midnight as the next day's beginning", () => {
	const { days } = testCompany.hours;
	const hoursOf = (hours: object) =>
		JSON.parse(
			JSON.stringify(
				describeSite({ company: { ...company, hours: { ...testCompany.hours, ...hours } } }, "https://kelvane.example"),
			),
		)[2].openingHoursSpecification;
	const common = { "@type": "OpeningHoursSpecification", dayOfWeek: days, opens: "10:00", closes: "18:00" };
	expect(hoursOf({})).toEqual(common);
	const exceptions = [{ day: "Saturday", opens: "10:00", closes: "24:00" }];
	expect(hoursOf({ exceptions })).toEqual([
		{ ...common, dayOfWeek: days.filter((day) => day !== "Saturday") },
		{ ...common, dayOfWeek: ["Saturday"], closes: "00:00" },
	]);
});
