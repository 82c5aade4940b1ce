import type { RouterContextProvider } from "react-router";
import { findKindOf } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { listAreas, listSettings } from "../layout/list-sections.ts";
import { matchesWords } from "../layout/match-words.ts";
import { readOffered } from "../layout/read-offered.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { listShownDocuments } from "../studio/show-documents.server.ts";
import { beginWork } from "../work.server.ts";
import type { Place, PlaceGroup } from "./places.ts";

const documentGroup = "Documents";

const mostOfEach = 6;
/** Latest records that a search reads before it reads on: far more than are listed, so that reading on is rare. */
const searchedFirst = 200;
/** A single letter begins too many words. */
const leastLetters = 2;

/** Finds pages, settings and documents of the site by words; nothing personal is among them. Without words, it returns the pages. */
export async function findPages(context: Readonly<RouterContextProvider>, typed: string): Promise<PlaceGroup[]> {
	const offered = readOffered(context);
	const { deps, ...work } = beginWork(context);
	const areas = listAreas(offered);
	const entered = work.kinds
		.filter(({ isEntered, names }) => isEntered && offered.mayReadRoute(`${names}.new`))
		.map(({ name, names }): Place => ({ path: `/${names}/new`, name: `New ${name}`, about: "Enter by hand" }));
	const pages = areas.flatMap(({ name: area, sections }) =>
		sections.map(({ path, name }): Place => ({ path, name, about: name === area ? "" : area })),
	);
	const settings = listSettings(offered).flatMap((group) => group.settings);
	const { site } = deps;
	const mayEdit = typed !== "" && site !== undefined && offered.mayReadRoute("routes/studio");
	const documents = mayEdit ? await listShownDocuments({ ...work, deps, site }) : [];
	return withoutEmpty([
		{
			name: "Pages",
			places: [...pages, ...entered].filter(({ name, about }) => matchesWords(typed, name, about)),
		},
		{
			name: "Settings",
			places: settings
				.filter(({ name, about, synonyms }) => typed !== "" && matchesWords(typed, name, about, synonyms))
				// Matches in the name come first.
				.toSorted((one, other) => Number(matchesWords(typed, other.name)) - Number(matchesWords(typed, one.name)))
				.slice(0, mostOfEach)
				.map(({ path, name, about }) => ({ path, name, about })),
		},
		{
			name: documentGroup,
			places: documents
				.filter(({ title, kind }) => matchesWords(typed, title, kind))
				.slice(0, mostOfEach)
				.map(({ path, title, kind }) => ({ path: pathToEdit(path), name: title, about: kind })),
		},
	]);
}

/** Finds everything by words: records and their senders too. */
export async function findPlaces(context: Readonly<RouterContextProvider>, typed: string): Promise<PlaceGroup[]> {
	const [records, applicants, pages] = await Promise.all([
		findRecords(context, typed),
		findOwnApplicants(context, typed),
		findPages(context, typed),
	]);
	// The name of a page or a setting is typed to go there; in a message the words may stand by chance.
	const isNamed = ({ name, places }: PlaceGroup) =>
		name !== documentGroup && places.some((place) => matchesWords(typed, place.name));
	return [...pages.filter(isNamed), ...records, ...applicants, ...pages.filter((group) => !isNamed(group))];
}

/** Finds the applicants whom a member interviews, by name, position or reference; empty for those who see every applicant. */
export async function findOwnApplicants(
	context: Readonly<RouterContextProvider>,
	typed: string,
): Promise<PlaceGroup[]> {
	const { mayReadRoute } = readOffered(context);
	const { deps, signedIn, findKind } = beginWork(context);
	const seesAll = findKind(applicationNames) !== undefined;
	if (typed.length < leastLetters || seesAll || !mayReadRoute("routes/my-interviews")) return [];
	const applicants = await deps.openInterviews().listOwnApplicants(signedIn.account.id);
	return withoutEmpty([
		{
			name: "My applicants",
			places: applicants
				.map(({ application: { reference, answers, jobTitle } }) => ({
					path: `/my-interviews/${encodeURIComponent(reference)}`,
					name: answers.fullName,
					about: `${jobTitle} · ${reference}`,
				}))
				.filter(({ name, about }) => matchesWords(typed, name, about))
				.slice(0, mostOfEach),
		},
	]);
}

async function findRecords(context: Readonly<RouterContextProvider>, typed: string): Promise<PlaceGroup[]> {
	const { deps, kinds, pathOf } = beginWork(context);
	if (typed.length < leastLetters || kinds.length === 0) return [];
	const reference = typed.toUpperCase();
	const named = findKindOf(kinds, reference) && (await deps.records.find(reference));
	const records = named ? [named] : await findLatest(context, typed);
	const addresses = new Map<string, StoredRecord>();
	for (const record of records) if (record.senderEmail !== "") addresses.set(record.senderEmail, record);
	return withoutEmpty([
		{
			name: "Records",
			places: records.map((record) => ({
				path: pathOf(record.reference) ?? "/",
				name: record.senderName,
				about: `${capitalise(record.kind)} · ${record.reference}`,
			})),
		},
		{
			name: "People",
			places: [...addresses].slice(0, 3).map(([address, record]) => ({
				path: `/people/of/${encodeURIComponent(record.reference)}`,
				name: record.senderName,
				about: address,
			})),
		},
	]);
}

async function findLatest(context: Readonly<RouterContextProvider>, typed: string): Promise<readonly StoredRecord[]> {
	const { deps, kinds } = beginWork(context);
	const list = async (found: readonly number[]) =>
		(await deps.records.list({ kinds, found, spam: "too" }, { limit: mostOfEach })).records;
	const latest = await deps.records.search(typed, searchedFirst);
	const records = await list(latest);
	// All the latest may be of kinds that the member does not see.
	return records.length === mostOfEach || latest.length < searchedFirst
		? records
		: list(await deps.records.search(typed));
}

function withoutEmpty(groups: PlaceGroup[]): PlaceGroup[] {
	return groups.filter(({ places }) => places.length > 0);
}
