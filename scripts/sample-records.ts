import { readCareersFile } from "../features/publishing/careers-file.server.ts";
import { readFolders } from "../platform/config.ts";
import { createPdf } from "../tests/support/documents.ts";

const enquiries = [
	{
		firstName: "Meenakshi",
		lastName: "Iyer",
		email: "meenakshi.iyer@dugdh.example",
		phone: "+91 98400 11223",
		message:
			"We collect milk at 210 centres in Tamil Nadu and enter the weighing slips by hand every evening.\n\nCould your ERP read our Essae scales directly? We would like to see it before the flush season begins.",
	},
	{
		firstName: "Arjun",
		lastName: "Bhattacharya",
		email: "arjun@ghatmarg.example",
		phone: "",
		message:
			"Our river ferries need a ticketing app that works where there is no network. How long would a first version take?",
	},
	{
		firstName: "Best",
		lastName: "Rankings",
		email: "offers@rank-fast.example",
		phone: "",
		message: "Hello dear, we get your website on page 1 in 7 days!!! https://rank-fast.example",
		leaveEmpty: "https://rank-fast.example",
	},
	{
		firstName: "Farida",
		lastName: "Sheikh",
		email: "farida.sheikh@tulsara.example",
		phone: "+91 22 4000 8800",
		message: "Please send your rates for a security audit of a clinic system: some 40 users, two sites, one vendor.",
	},
	{
		firstName: "Gurpreet",
		lastName: "Singh",
		email: "gurpreet@laneboard.example",
		phone: "+91 98140 55667",
		message: "You built our dispatch board in 2021. We want to add two depots and a driver app.",
	},
];

const callers = [
	{
		firstName: "Nandini",
		lastName: "Kulkarni",
		email: "nandini@roofline.example",
		phone: "+91 98220 77889",
		message: "We sell roof sheets through 60 dealers and want to see a dealer portal.",
		domain: "Web development",
	},
	{
		firstName: "Thomas",
		lastName: "Kurien",
		email: "thomas.kurien@purvaiya.example",
		phone: "+91 94470 33445",
		message: "",
		domain: "IoT services",
	},
	{
		firstName: "Zoya",
		lastName: "",
		email: "zoya@marginalia.example",
		phone: "+91 99100 20304",
		message: "Moving 3 TB of scans off a server in our cellar.",
		domain: "Cloud services",
	},
];

const applicants = [
	{
		fullName: "Ishaan Deshpande",
		email: "ishaan.deshpande@applicant.example",
		city: "Pune",
		linkedin: "https://www.linkedin.com/in/ishaan-deshpande",
		github: "https://github.com/ishaan-deshpande",
		coverLetter:
			"For four years I have looked after the booking system of a bus company: 300 coaches, 40,000 seats a day.\n\nWhat I would like to do at your company is what your case studies show: fewer moving parts.",
		referred: "Yes",
		referrerName: "Kabir Sethi",
		company: "Sahyadri Travels",
		jobTitle: "Software engineer",
	},
	{
		fullName: "Lakshmi Venkataraman",
		email: "lakshmi.v@applicant.example",
		city: "Chennai",
		linkedin: "",
		github: "https://github.com/lakshmi-v",
		coverLetter: "",
		referred: "No",
		referrerName: "",
		company: "Marina Health",
		jobTitle: "Front-end developer",
	},
	{
		fullName: "Debojyoti Sen",
		email: "debojyoti@applicant.example",
		city: "Kolkata",
		linkedin: "https://www.linkedin.com/in/debojyoti-sen",
		github: "",
		coverLetter: "I can begin in January.",
		referred: "No",
		referrerName: "",
		company: "Hooghly Steel",
		jobTitle: "Systems administrator",
	},
];

/** Sends a running site sample records: enquiries, one of them spam, demo bookings and applications. */
export async function sendSampleRecords(origin: string): Promise<void> {
	for (const enquiry of enquiries) await post(`${origin}/contactus/submit`, enquiry);
	const { data: availability } = (await (await fetch(`${origin}/demo/availability`)).json()) as {
		data: { slots: string[]; days: Record<string, string> };
	};
	const free = Object.entries(availability.days).flatMap(([date, marks]) =>
		availability.slots.filter((_, index) => marks[index] === "1").map((time) => ({ date, time })),
	);
	for (const [index, caller] of callers.entries()) await post(`${origin}/demo/book`, { ...caller, ...free[index * 9] });
	const jobs = (await (await fetch(`${origin}/api/jobs`)).json()) as { id: string }[];
	for (const [index, applicant] of applicants.entries()) await apply(origin, jobs[index] ?? { id: "" }, applicant);
}

async function apply(
	origin: string,
	job: { id: string },
	{ company, jobTitle, ...applicant }: (typeof applicants)[number],
): Promise<void> {
	const form = new FormData();
	const {
		countries: [country = ""],
		locations: [location],
		qualifications,
	} = readCareersFile(readFolders().contentDirectory);
	const fields = {
		...applicant,
		jobId: job.id,
		phone: "+91 98100 12345",
		country,
		preferredLocation: location?.label ?? "",
		education: JSON.stringify([
			{
				school: "COEP Technological University",
				degree: "BTech",
				fieldOfStudy: "Computer Engineering",
				startYear: "2016",
				endYear: "2020",
			},
		]),
		workExperience: JSON.stringify([{ company, jobTitle, startDate: "2020-07", endDate: "", description: "" }]),
		minimumQualifications: JSON.stringify(
			qualifications.map((text, index) => ({ text, answer: index === 1 ? "not_sure" : "yes" })),
		),
		eligibleToWork: "yes",
		requiresSponsorship: "no",
	};
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append(
		"resume",
		new Blob([new Uint8Array(createPdf({ bytes: 180_000 }))]),
		`${applicant.fullName.replaceAll(" ", "-")}-resume.pdf`,
	);
	await expectSuccess(await fetch(`${origin}/api/applications`, { method: "POST", body: form }));
}

async function post(url: string, body: object): Promise<void> {
	await expectSuccess(
		await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
	);
}

async function expectSuccess(response: Response): Promise<void> {
	if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}
