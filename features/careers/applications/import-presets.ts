import type { ImportPreset } from "../../../core/imports/match-columns.ts";

/**
 * Spreadsheets of candidates and prospects as Greenhouse documents them: First Name, Last Name, Company, Title, Notes, Email, Phone, Social
 * Media, Website, Address, Source, Who gets credit, Job, Department, Office, Milestone, Prospect Pool, Prospect Stage.
 * https://support.greenhouse.io/hc/en-us/articles/360053674012 and https://support.greenhouse.io/hc/en-us/articles/203871039
 */
const greenhouse: ImportPreset = {
	key: "greenhouse",
	name: "Greenhouse",
	marks: ["who gets credit", "milestone", "prospect pool", "prospect stage", "social media"],
	columns: {
		"social media": "otherLink",
		website: "portfolio",
		address: "notes",
		title: "notes",
		company: "notes",
		department: "notes",
		office: "notes",
		"who gets credit": "notes",
		"prospect pool": "notes",
		"prospect stage": "notes",
		milestone: "stage",
		job: "job",
	},
};

/**
 * Spreadsheets of candidates as Lever documents them: Full-Name, Email, Date-Added, Stage, Archive-Reason, Archive-Date, Sources, Origin,
 * Lever Posting URL, Resume Filename, IsSecretNote, with tags, links and notes.
 * https://help.lever.co/hc/en-us/articles/204498425 and https://help.lever.co/hc/en-us/articles/20087470372381
 */
const lever: ImportPreset = {
	key: "lever",
	name: "Lever",
	marks: ["date added", "archive reason", "archive date", "sources", "origin", "lever posting url", "is secret note"],
	columns: {
		"full name": "fullName",
		"date added": "receivedAt",
		"archive reason": "notes",
		"archive date": "notes",
		sources: "source",
		origin: "notes",
		"lever posting url": "notes",
		"posting name": "job",
		"resume filename": "resume",
		links: "otherLink",
		tags: "notes",
		headline: "notes",
		"is secret note": "",
	},
};

export const applicantPresets: readonly ImportPreset[] = [greenhouse, lever];
