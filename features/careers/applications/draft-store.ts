import { createStore, del, get, set } from "idb-keyval";
import type { Draft } from "./draft.ts";

/** A draft with its resume, on the applicant's device. */
export type SavedDraft = { draft: Draft; resume: File | undefined; savedAt: number };

// A separate database, so that nothing else on this origin can collide with it.
const store = () => createStore("application-drafts", "drafts");

/** Keeps a draft with its resume on this device; nothing goes to the server. Rejects when the device refuses. */
export async function saveDraft(jobId: string, draft: Draft, resume: File | undefined, now: number): Promise<void> {
	await set(jobId, { draft, resume, savedAt: now } satisfies SavedDraft, store());
}

/** Finds the draft of a job; undefined when there is none or the device refuses. */
export async function findDraft(jobId: string): Promise<SavedDraft | undefined> {
	try {
		return await get<SavedDraft>(jobId, store());
	} catch {
		return undefined;
	}
}

export async function discardDraft(jobId: string): Promise<void> {
	try {
		await del(jobId, store());
	} catch {
		// Nothing to remove where nothing can be stored.
	}
}
