import { createStore, del, get, set } from "idb-keyval";
import type { Draft } from "./draft.ts";

/** A draft with its resume, as it lies on the applicant's device. */
export type SavedDraft = { draft: Draft; resume: File | undefined; savedAt: number };

// One database of our own, so that nothing else on this origin can meet it.
const store = () => createStore("application-drafts", "drafts");

/** Keeps a draft, its resume included, on this device; nothing goes to the server. Rejects when the device refuses. */
export async function saveDraft(jobId: string, draft: Draft, resume: File | undefined, now: number): Promise<void> {
	await set(jobId, { draft, resume, savedAt: now } satisfies SavedDraft, store());
}

/** Finds the draft kept for a job; undefined when there is none or the device does not say. */
export async function findDraft(jobId: string): Promise<SavedDraft | undefined> {
	try {
		return await get<SavedDraft>(jobId, store());
	} catch {
		return undefined;
	}
}

/** Removes the draft kept for a job, if there is one. */
export async function discardDraft(jobId: string): Promise<void> {
	try {
		await del(jobId, store());
	} catch {
		// A device that keeps nothing has nothing to remove.
	}
}
