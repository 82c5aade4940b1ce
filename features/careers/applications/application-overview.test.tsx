import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApplicationOverview } from "./application-overview.tsx";
import type { StoredAnswers } from "./store.server.ts";

test("applicants see each school and job that they sent, also without its name, and what they did there", () => {
	const education = { school: "", degree: "BTech", fieldOfStudy: "", startYear: "", endYear: "" };
	const job = { company: "", jobTitle: "Freelancer", startDate: "", endDate: "", description: "Pages\nShops" };
	const answers = {
		coverLetter: "",
		education: [education, { ...education, degree: "", school: "IIT Delhi" }],
		workExperience: [job],
		minimumQualifications: [],
		eligibleToWork: "yes",
		requiresSponsorship: "no",
	} as unknown as StoredAnswers;
	const html = renderToStaticMarkup(
		<ApplicationOverview reference="APP-1" jobTitle="" receivedOn="2026-11-23" resumeName="" answers={answers} />,
	);
	const lines = html.replaceAll(/<\/(?:span|dt)>/g, "|").replaceAll(/<[^>]+>/g, "");
	expect(lines).toContain("Education|BTech|from IIT Delhi|Work experience|Freelancer|Pages|Shops|");
});
