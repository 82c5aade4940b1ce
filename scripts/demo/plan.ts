import { createBusinessHours, type BusinessHours } from "../../core/records/business-hours.ts";
import type { Company } from "../../shared/company.ts";
import type { DeskSettings } from "../../shared/desk.ts";
import { createPeople, toAscii, type Person } from "./people.ts";
import { createRandom, type Random } from "./random.ts";
import {
	asks,
	callMessages,
	coverLetters,
	experience,
	interviewOffers,
	interviewReplies,
	needs,
	notes,
	openings,
	referrers,
	rejections,
	replies,
	reviewNotes,
	schools,
	secondReplies,
	skills,
	spamMessages,
} from "./texts.ts";

/** The members of the demo. */
export type StaffKey = "owner" | "sales" | "recruiter";

/** An action at a moment; `key` names the record, which an earlier event has created. */
export type DemoEvent = { at: Temporal.Instant } & (
	| { kind: "enquiry"; key: string; fields: Record<string, string> }
	| { kind: "change"; key: string; by: StaffKey; field: "stage" | "owner" | "follow-up"; value: string }
	| { kind: "note" | "reply"; key: string; by: StaffKey; text: string }
	| {
			kind: "booking";
			key: string;
			fields: Record<string, string>;
			/** The first possible day of the call, counted from the booking. */
			daysAhead: number;
			/** Which of the day's free times it takes, 0 to 1. */
			place: number;
	  }
	| { kind: "cancellation" | "withdrawal"; key: string }
	| {
			kind: "interview-offer";
			key: string;
			by: StaffKey;
			text: string;
			holds: "alone" | "with-owner" | "whoever-is-free";
	  }
	/** `place`: which of the free times is taken, 0 to 1. */
	| { kind: "interview-choice"; key: string; place: number }
	| { kind: "interview-cancellation"; key: string }
	| { kind: "interview-outcome"; key: string; by: StaffKey; outcome: "held" | "no-show" }
	| {
			kind: "application";
			key: string;
			fields: Record<string, string>;
			/** Which of the open jobs it is for, 0 to 1. */
			place: number;
			resume: { name: string; lines: string[] };
	  }
);

export type PageViewSum = { day: string; page: string; source: string; count: number };

export type DemoPlan = {
	begins: Temporal.Instant;
	/** In order, all of them past. */
	events: DemoEvent[];
	visits: PageViewSum[];
};

export type PlanOptions = {
	/** The same seed, `now` and facts give the same plan. */
	seed: number;
	now: Temporal.Instant;
	/** How far it goes back. */
	weeks: number;
	company: Company;
	desk: DeskSettings;
	/** The options of applicants. */
	careers: { country: string; locations: readonly string[]; qualifications: number };
	/** Viewed pages. */
	pages: readonly string[];
	/** Names of the members. */
	names: Record<StaffKey, string>;
};

/** Their mail servers refuse or delay e-mails: see the demo's mail server. */
export const refusingDomain = "closed-mailbox.example";
export const busyDomain = "busy-mailbox.example";

const minutesOfDay = 24 * 60;
/** Days that an applicant can choose from. */
export const interviewDays = 6;

/** Plans what visitors and staff have done in the last weeks. */
export function planDemo(options: PlanOptions): DemoPlan {
	const { seed, now, weeks, company } = options;
	const random = createRandom(seed);
	const planner = new Planner(options, random);
	const today = now.toZonedDateTimeISO(company.timeZone).toPlainDate();
	const first = today.subtract({ weeks });
	for (let day = first; Temporal.PlainDate.compare(day, today) <= 0; day = day.add({ days: 1 })) planner.planDay(day);
	planner.planLatest();
	const events = planner.events
		.filter(({ at }) => Temporal.Instant.compare(at, now.subtract({ seconds: 30 })) < 0)
		.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
	return {
		begins: first.subtract({ days: 1 }).toZonedDateTime({ timeZone: company.timeZone, plainTime: "10:00" }).toInstant(),
		events,
		visits: planPageViews(options, random, today),
	};
}

class Planner {
	readonly events: DemoEvent[] = [];
	readonly #options: PlanOptions;
	readonly #random: Random;
	readonly #people: ReturnType<typeof createPeople>;
	readonly #hours: BusinessHours;
	#count = 0;

	constructor(options: PlanOptions, random: Random) {
		this.#options = options;
		this.#random = random;
		this.#people = createPeople(random);
		this.#hours = createBusinessHours(options.company);
	}

	planDay(day: Temporal.PlainDate): void {
		const weekend = day.dayOfWeek > 5;
		const [enquiries, bookings, applications] = weekend ? [3, 1, 2] : [7, 3, 4];
		for (let count = this.#random.between(enquiries - 2, enquiries + 2); count > 0; count--)
			this.#planEnquiry(this.#sometimeOn(day));
		for (let count = this.#random.between(bookings - 1, bookings); count > 0; count--)
			this.#planBooking(this.#sometimeOn(day));
		for (let count = this.#random.between(applications - 2, applications + 1); count > 0; count--)
			this.#planApplication(this.#sometimeOn(day));
	}

	/** Recent records at any time of day, and those whose mail servers cause trouble. */
	planLatest(): void {
		const { now } = this.#options;
		for (const minutes of [4, 26, 95, 210]) this.#planEnquiry(now.subtract({ minutes }));
		for (const minutes of [11, 140]) this.#planApplication(now.subtract({ minutes }));
		this.#planBooking(now.subtract({ minutes: 38 }));
		for (const answer of ["chooses", "chooses", "chooses", "cancels", "waits", "waits"] as const)
			this.#planApplication(now.subtract({ hours: this.#random.between(60, 120) }), { answer });
		this.#planEnquiry(now.subtract({ hours: 19 }), { domain: refusingDomain });
		this.#planEnquiry(now.subtract({ hours: 52 }), { domain: refusingDomain });
		this.#planEnquiry(now.subtract({ hours: 5 }), { domain: busyDomain });
	}

	#sometimeOn(day: Temporal.PlainDate): Temporal.Instant {
		// Two dice make the middle of the day likelier than its ends.
		const minute = 7 * 60 + Math.floor(((this.#random.next() + this.#random.next()) / 2) * 16 * 60);
		const plainTime = Temporal.PlainTime.from("00:00").add({
			minutes: Math.min(minute, minutesOfDay - 1),
			seconds: this.#random.between(0, 59),
		});
		return day.toZonedDateTime({ timeZone: this.#options.company.timeZone, plainTime }).toInstant();
	}

	/** When that many working minutes have passed. */
	#afterWork(from: Temporal.Instant, minutes: number): Temporal.Instant {
		return Temporal.Instant.fromEpochMilliseconds(Math.round(this.#hours.addMinutes(from.epochMilliseconds, minutes)));
	}

	#nextKey(kind: string): string {
		this.#count += 1;
		return `${kind}-${this.#count}`;
	}

	#planEnquiry(at: Temporal.Instant, { domain }: { domain?: string } = {}): void {
		const random = this.#random;
		const key = this.#nextKey("enquiry");
		const isSpam = domain === undefined && random.happens(0.09);
		const person = this.#people.next({ domain: isSpam ? "offers.example" : domain });
		const { need, details } = random.pick(needs);
		const message = isSpam
			? `${random.pick(spamMessages)} https://rank-fast.example`
			: [random.pick(openings), `${need} ${random.pick(details)}`, random.pick(asks), sign(person, random)]
					.filter((part) => part !== "")
					.join("\n\n");
		this.events.push({
			kind: "enquiry",
			at,
			key,
			fields: {
				firstName: person.firstName,
				lastName: person.lastName,
				email: person.email,
				phone: random.happens(0.7) ? person.phone : "",
				message,
				...(isSpam && { leaveEmpty: "https://rank-fast.example" }),
			},
		});
		if (!isSpam) this.#planWork(key, person, at);
	}

	/** Plans staff's work on an enquiry; future events are dropped later. */
	#planWork(key: string, { firstName }: Person, receivedAt: Temporal.Instant): void {
		const random = this.#random;
		const { desk, names, now } = this.#options;
		const open = desk.enquiry.stages.filter((stage) => stage.open).map((stage) => stage.key);
		const closed = desk.enquiry.stages.filter((stage) => !stage.open).map((stage) => stage.key);
		const by: StaffKey = random.happens(0.72) ? "sales" : "owner";
		const other = by === "sales" ? "owner" : "sales";
		const write = (text: string) =>
			text
				.replaceAll("{firstName}", firstName)
				.replaceAll("{senderName}", names[by])
				.replaceAll("{colleague}", names[other]);
		const setStage = (at: Temporal.Instant, stage: string | undefined) =>
			stage !== undefined && this.events.push({ kind: "change", at, key, by, field: "stage", value: stage });
		const taken = this.#afterWork(receivedAt, random.between(4, 240));
		const ageDays = receivedAt.until(now).total("days");
		const isForgotten = random.happens(ageDays < 3 ? 0.35 : 0.04);
		if (!random.happens(isForgotten ? 0.5 : 0.06))
			this.events.push({ kind: "change", at: taken, key, by, field: "owner", value: by });
		if (random.happens(0.4))
			this.events.push({
				kind: "note",
				at: this.#afterWork(taken, random.between(5, 300)),
				key,
				by,
				text: write(random.pick(notes)),
			});
		if (isForgotten) return;
		const answered = this.#afterWork(taken, Math.round(10 + random.next() ** 2 * 1_500));
		if (random.happens(0.08) && closed.length > 0) {
			setStage(answered, closed.at(-1));
			return;
		}
		this.events.push({ kind: "reply", at: answered, key, by, text: write(random.pick(replies)) });
		setStage(answered.add({ seconds: 20 }), open[1]);
		if (random.happens(0.45)) {
			const again = this.#afterWork(answered, random.between(600, 2_400));
			this.events.push({ kind: "reply", at: again, key, by, text: write(random.pick(secondReplies)) });
			if (random.happens(0.7)) setStage(again.add({ seconds: 30 }), open[2]);
			if (random.happens(0.3))
				this.events.push({
					kind: "note",
					at: again.add({ minutes: 6 }),
					key,
					by: other,
					text: write(random.pick(notes)),
				});
		}
		if (random.happens(0.55)) setStage(this.#afterWork(answered, random.between(2_500, 9_000)), random.pick(closed));
		else if (random.happens(0.35))
			this.events.push({
				kind: "change",
				at: answered.add({ minutes: 2 }),
				key,
				by,
				field: "follow-up",
				value: now
					.toZonedDateTimeISO(this.#options.company.timeZone)
					.toPlainDate()
					.add({ days: random.between(-2, 9) })
					.toString(),
			});
	}

	#planBooking(at: Temporal.Instant): void {
		const random = this.#random;
		const key = this.#nextKey("booking");
		const person = this.#people.next();
		const isSpam = random.happens(0.04);
		this.events.push({
			kind: "booking",
			at,
			key,
			fields: {
				firstName: person.firstName,
				lastName: random.happens(0.9) ? person.lastName : "",
				email: person.email,
				phone: person.phone,
				message: random.pick(callMessages),
				domain: random.pick(this.#options.company.demo.domains),
				...(isSpam && { leaveEmpty: "https://rank-fast.example" }),
			},
			daysAhead: random.pickWeighted([
				[1, 4],
				[2, 4],
				[3, 3],
				[5, 3],
				[8, 2],
				[13, 1],
			]),
			place: random.next(),
		});
		if (!isSpam && random.happens(0.12))
			this.events.push({ kind: "cancellation", at: at.add({ minutes: random.between(90, 700) }), key });
	}

	/** @param invited the applicant's reaction to a recent offer; without it, chance decides */
	#planApplication(at: Temporal.Instant, invited?: { answer: "chooses" | "cancels" | "waits" }): void {
		const random = this.#random;
		const { careers, now } = this.#options;
		const key = this.#nextKey("application");
		const isSpam = !invited && random.happens(0.03);
		const person = this.#people.next({ domain: "applicant.example", country: careers.country });
		const fullName = `${person.firstName} ${person.lastName}`;
		const slug = `${toAscii(person.firstName)}-${toAscii(person.lastName)}`;
		const school = random.pick(schools);
		const year = now.toZonedDateTimeISO("UTC").year;
		const begun = random.between(year - 12, year - 2);
		const jobs = [random.pick(experience), random.pick(experience)];
		const employers = [person.company, this.#people.next().company];
		const workExperience = jobs.map((job, index) => ({
			company: employers[index] ?? "",
			...job,
			startDate: `${begun + (1 - index) * 2}-07`,
			endDate: index === 0 ? "" : `${begun + 2}-06`,
		}));
		const education = [{ ...school, startYear: String(begun - 4), endYear: String(begun) }];
		const isReferred = random.happens(0.15);
		this.events.push({
			kind: "application",
			at,
			key,
			place: random.next() ** 1.6,
			fields: {
				fullName,
				email: person.email,
				phone: person.phone,
				country: careers.country,
				city: person.city,
				coverLetter: random.pick(coverLetters),
				linkedin: random.happens(0.7) ? `https://www.linkedin.com/in/${slug}` : "",
				github: random.happens(0.45) ? `https://github.com/${slug}` : "",
				portfolio: random.happens(0.2) ? `https://${slug}.example` : "",
				education: JSON.stringify(education),
				workExperience: JSON.stringify(workExperience),
				preferredLocation: random.pick(careers.locations),
				...Object.fromEntries(
					Array.from({ length: careers.qualifications }, (_, index) => [
						`minimumQualifications-${index}`,
						random.pickWeighted([
							["yes", 8],
							["not_sure", 1],
							["no", 1],
						]),
					]),
				),
				eligibleToWork: random.happens(0.93) ? "yes" : "no",
				requiresSponsorship: random.happens(0.08) ? "yes" : "no",
				referred: isReferred ? "Yes" : "No",
				referrerName: isReferred ? this.#options.names.sales : "",
				gender: random.pick(["Female", "Male", "Prefer not to say"]),
				heardAbout: random.pick(["Linkedin", "Job Board", "Social Sites"]),
				...(isSpam && { leaveEmpty: "https://rank-fast.example" }),
			},
			resume: {
				name: `${slug}-resume.pdf`,
				lines: writeResume(
					{ ...person, fullName },
					{ education, workExperience, skills: [random.pick(skills), random.pick(skills)] },
				),
			},
		});
		if (isSpam) return;
		if (invited) this.#planLateInvitation(key, person, invited);
		else if (random.happens(0.06))
			this.events.push({ kind: "withdrawal", at: at.add({ hours: random.between(5, 60) }), key });
		else this.#planReview(key, person, at);
	}

	/** An offer of yesterday or the day before, so that the coming days have interviews. */
	#planLateInvitation(
		key: string,
		{ firstName }: Person,
		{ answer }: { answer: "chooses" | "cancels" | "waits" },
	): void {
		const random = this.#random;
		const { desk, names, now } = this.#options;
		const by = "recruiter";
		const at = now.subtract({ minutes: random.between(26 * 60, 50 * 60) });
		const stage = desk.application.stages.filter(({ open }) => open)[2]?.key;
		const text = random
			.pick(interviewOffers)
			.replaceAll("{firstName}", firstName)
			.replaceAll("{senderName}", names[by]);
		if (stage !== undefined)
			this.events.push({ kind: "change", at: at.add({ seconds: 20 }), key, by, field: "stage", value: stage });
		this.events.push({ kind: "interview-offer", at, key, by, text, holds: random.pick(["alone", "with-owner"]) });
		if (answer === "waits") return;
		const chosenAt = at.add({ minutes: random.between(30, 600) });
		this.events.push({ kind: "interview-choice", at: chosenAt, key, place: 0.3 + random.next() * 0.6 });
		if (answer === "cancels")
			this.events.push({ kind: "interview-cancellation", at: chosenAt.add({ minutes: random.between(60, 600) }), key });
	}

	/** Plans an offer and its consequences; returns when the outcome is known. */
	#planInterview(
		key: string,
		{ at, by, text }: { at: Temporal.Instant; by: StaffKey; text: string },
	): Temporal.Instant {
		const random = this.#random;
		const holds = random.pickWeighted([
			["alone", 4],
			["with-owner", 3],
			["whoever-is-free", 3],
		] as const);
		this.events.push({ kind: "interview-offer", at, key, by, text, holds });
		const isKnownAt = this.#afterWork(at.add({ hours: (interviewDays + 1) * 24 }), random.between(10, 400));
		if (random.happens(0.14)) return isKnownAt;
		const chosenAt = at.add({ minutes: random.between(20, 1_600) });
		this.events.push({ kind: "interview-choice", at: chosenAt, key, place: random.next() });
		if (random.happens(0.1))
			this.events.push({ kind: "interview-cancellation", at: chosenAt.add({ minutes: random.between(30, 600) }), key });
		const outcome = random.happens(0.9) ? "held" : "no-show";
		this.events.push({ kind: "interview-outcome", at: isKnownAt, key, by, outcome });
		return isKnownAt;
	}

	/** Plans the recruiter's work on an application, from stage to stage. */
	#planReview(key: string, { firstName }: Person, receivedAt: Temporal.Instant): void {
		const random = this.#random;
		const { desk, names, now } = this.#options;
		const by = "recruiter";
		const open = desk.application.stages.filter((stage) => stage.open).map((stage) => stage.key);
		const change = (at: Temporal.Instant, field: "stage" | "owner", value: string | undefined) =>
			value !== undefined && this.events.push({ kind: "change", at, key, by, field, value });
		const write = (texts: readonly string[]) =>
			random.pick(texts).replaceAll("{firstName}", firstName).replaceAll("{senderName}", names[by]);
		const ageDays = receivedAt.until(now).total("days");
		if (random.happens(ageDays < 5 ? 0.5 : 0.08)) return;
		let at = this.#afterWork(receivedAt, random.between(30, 1_200));
		change(at, "owner", by);
		change(at.add({ seconds: 20 }), "stage", open[1]);
		if (random.happens(0.5))
			this.events.push({ kind: "note", at: at.add({ minutes: 4 }), key, by, text: write(reviewNotes) });
		if (random.happens(0.45)) {
			at = this.#afterWork(at, random.between(60, 2_400));
			this.events.push({ kind: "reply", at, key, by, text: write(rejections) });
			change(at.add({ seconds: 20 }), "stage", "rejected");
			return;
		}
		for (const stage of open.slice(2)) {
			if (random.happens(0.5)) return;
			at = this.#afterWork(at, random.between(300, 3_600));
			change(at.add({ seconds: 20 }), "stage", stage);
			if (stage !== open[2]) continue;
			if (random.happens(0.25)) this.events.push({ kind: "reply", at, key, by, text: write(interviewReplies) });
			else at = this.#planInterview(key, { at, by, text: write(interviewOffers) });
		}
		if (random.happens(0.6)) change(this.#afterWork(at, random.between(600, 3_000)), "stage", "hired");
	}
}

function sign({ firstName, lastName, company, city }: Person, random: Random): string {
	return random.pick([`${firstName} ${lastName}\n${company}, ${city}`, `${firstName}\n${company}`, firstName, ""]);
}

/** Lines of a resume; those that begin with "# " are headings. */
function writeResume(
	{ fullName, email, phone, city }: { fullName: string; email: string; phone: string; city: string },
	{
		education,
		workExperience,
		skills: known,
	}: {
		education: { school: string; degree: string; fieldOfStudy: string; startYear: string; endYear: string }[];
		workExperience: { company: string; jobTitle: string; description: string; startDate: string; endDate: string }[];
		skills: string[];
	},
): string[] {
	return [
		`# ${fullName}`,
		`${city}, ${email}, ${phone}`,
		"",
		"# Experience",
		...workExperience.flatMap(({ company, jobTitle, description, startDate, endDate }) => [
			`${jobTitle}, ${company} (${startDate} to ${endDate || "today"})`,
			description,
			"",
		]),
		"# Education",
		...education.map(
			({ school, degree, fieldOfStudy, startYear, endYear }) =>
				`${degree} ${fieldOfStudy}, ${school} (${startYear} to ${endYear})`,
		),
		"",
		"# What I work with",
		...new Set(known),
	];
}

/** Plans page views: more every week and fewer at weekends. */
function planPageViews({ pages, weeks }: PlanOptions, random: Random, today: Temporal.PlainDate): PageViewSum[] {
	const sums: PageViewSum[] = [];
	const days = weeks * 7;
	for (let back = days; back >= 0; back--) {
		const day = today.subtract({ days: back });
		const busyness = (day.dayOfWeek > 5 ? 0.45 : 1) * (0.75 + 0.5 * (1 - back / days)) * (0.85 + random.next() * 0.3);
		for (const [index, page] of pages.entries()) {
			const visits = Math.round((190 / (1 + index * 0.7)) * busyness * (0.8 + random.next() * 0.4));
			const inside = Math.round(visits * (index === 0 ? 0.2 : 0.6));
			const counts = new Map([["internal", inside]]);
			for (let left = visits - inside; left > 0; left--) {
				const source = random.pickWeighted(referrers);
				counts.set(source, (counts.get(source) ?? 0) + 1);
			}
			for (const [source, count] of counts) if (count > 0) sums.push({ day: day.toString(), page, source, count });
		}
	}
	return sums;
}
