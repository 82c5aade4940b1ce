import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import careersChoices from "../../../tests/support/careers-choices.ts";
import { createEmptyDraft, type Draft } from "./draft.ts";
import { ReviewStep } from "./review-step.tsx";

const emptyDraft = createEmptyDraft(careersChoices);

/** The lines of the review as "label | value", several values in sequence. */
function review(draft: Partial<Draft>, resumeName?: string): string[] {
	const html = renderToStaticMarkup(
		<ReviewStep
			draft={{ ...emptyDraft, ...draft }}
			questions={[]}
			resumeName={resumeName}
			errors={[]}
			attempt={0}
			onChangeStep={() => undefined}
			onOpenField={() => undefined}
		/>,
	);
	const textOf = (markup: string) =>
		markup
			.replaceAll(/<\/(?:span|a)>/g, " | ")
			.replaceAll(/<[^>]+>/g, "")
			.replaceAll("&#x27;", "'")
			.replace(/ \| $/, "");
	return [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
		([, label = "", value = ""]) => `${textOf(label)} | ${textOf(value)}`,
	);
}

const education = { school: "IIT Delhi", degree: "BTech", fieldOfStudy: "Physics", startYear: "2014", endYear: "2018" };
const experience = {
	company: "Acme",
	jobTitle: "Engineer",
	startDate: "2019-04",
	endDate: "Present",
	description: "Pages",
};

test("an empty draft shows the fixed lines and nothing else", () => {
	expect(review({})).toContain("Location | Austria");
	expect(review({ fullName: "Asha", city: "Graz" })).toEqual([
		"Name | Asha",
		"Email | ",
		"Phone | ",
		"Location | Graz, Austria",
		"Resume | Not uploaded",
	]);
});

test("empty parts of an entry are left out, and so is an empty entry", () => {
	expect(
		review({
			education: [
				{ ...education, fieldOfStudy: "", endYear: "" },
				...emptyDraft.education,
				{ ...education, startYear: "", endYear: "" },
			],
		}),
	).toContain("Education | BTech from IIT Delhi (2014 - ) | BTech in Physics from IIT Delhi");
});

test("everything that was filled in is shown, each in its format", () => {
	const draft = {
		fullName: "Asha Rao",
		email: "asha@applicant.example",
		phone: "+91 98100 00000",
		city: "Graz",
		currentAddress: "12 Fort Road",
		preferredPronouns: "she/her",
		coverLetter: "Dear team",
		education: [education, { ...education, school: "MITS", endYear: "Present" }],
		workExperience: [experience],
		linkedin: "linkedin.com/in/asha",
		otherLink: "https://asha.example",
		preferredLocation: "From home (Austria)",
		minimumQualifications: ["yes", "no", "not_sure", ""].map((answer, index) => ({
			text: `Question ${index}?`,
			answer,
		})),
		eligibleToWork: "yes",
		requiresSponsorship: "no",
		referred: "Yes",
		referrerName: "Kabir",
		gender: "Female",
		raceEthnicity: "Asian",
		disabilityStatus: "I do not wish to answer",
		veteranStatus: "I am not a veteran",
		heardAbout: "Linkedin",
	};
	expect(review(draft, "asha.pdf")).toEqual([
		"Name | Asha Rao",
		"Email | asha@applicant.example",
		"Phone | +91 98100 00000",
		"Location | Graz, Austria",
		"Address | 12 Fort Road",
		"Pronouns | she/her",
		"Resume | asha.pdf",
		"Cover letter | Cover Letter provided",
		"Education | BTech in Physics from IIT Delhi (2014 - 2018) | BTech in Physics from MITS (2014 - Present)",
		"Work Experience | Engineer at Acme (2019-04 - Present)",
		"Links | LinkedIn (opens in a new tab) |  | Other link (opens in a new tab) | ",
		"Preferred location | From home (Austria)",
		"Minimum qualifications | Question 0?: Yes | Question 1?: No | Question 2?: Not sure | Question 3?: Not Answered",
		"Legally eligible to work | Yes",
		"Requires sponsorship | No",
		"Referred | Yes by Kabir",
		"Gender | Female",
		"Race/Ethnicity | Asian",
		"Disability Status | I do not wish to answer",
		"Veteran Status | I am not a veteran",
		"Heard about role from | Linkedin",
	]);
});

test("lists whose first entry is empty, and self-identification without an answer, are left out; one answer shows it", () => {
	const lines = review({
		education: [{ ...education, school: "" }, education],
		workExperience: [{ ...experience, company: "" }, experience],
		heardAbout: "Job Board",
	});
	expect(lines.slice(5)).toEqual(["Referred | No", "Heard about role from | Job Board"]);
});
