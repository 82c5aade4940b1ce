/** Delay of saving after the last change. */
const saveAfterMs = 700;
/** Browsers send at most 64 KiB for pages that are gone. */
const mostKeptAlive = 60_000;
/** Delay of a retry after a failed save. */
const retryAfterMs = 3_500;

type Versioned = { version: number };

/** The response to a save: the stored draft or, after a conflict, the other person's. */
type SaveResponse<Saved, Conflicting> = { saved?: Saved | undefined; conflict?: Conflicting | undefined };

export type DraftState<Saved extends Versioned, Conflicting extends Versioned> = SaveResponse<Saved, Conflicting> & {
	/** How far the typed text is saved. */
	status: "kept" | "typing" | "saving" | "failed" | "conflict";
	/** The version that the form shows. */
	version: number;
};

export type DraftKeeper = {
	/** Call after a change. */
	touch(): void;
	/** Saves the typed text at once. */
	save(): void;
	/** Saves over the other person's version. */
	goOn(): void;
	/** Drops the typed text: it was discarded or sent. */
	forget(): void;
	/** The save that is on its way, after which the version is the stored draft's; undefined when there is none. */
	saving(): Promise<void> | undefined;
	/** Continues from another version, which the form now shows. */
	take(version: number): void;
	/** Sends unsaved text when the browser leaves the page. */
	leave(): void;
	/** Saves unsaved text when the form goes and the desk stays, after a save that is on its way. */
	close(): void;
};

/**
 * Saves a form's text as a draft, one save at a time; the last always has everything.
 * @param address where drafts are sent
 * @param version of the draft in the form; 0 for none
 * @param readForm reads the typed text
 * @param tell is called after each change of state
 */
export function createDraftKeeper<Saved extends Versioned, Conflicting extends Versioned>(
	address: string,
	version: number,
	readForm: () => URLSearchParams,
	tell: (state: DraftState<Saved, Conflicting>) => void,
): DraftKeeper {
	let current = version;
	let state: DraftState<Saved, Conflicting> = { status: "kept", version };
	let isDirty = false;
	/** The text when the form went. */
	let last: URLSearchParams | undefined;
	let saving: Promise<void> | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const change = (changes: Partial<DraftState<Saved, Conflicting>>) =>
		tell((state = { ...state, ...changes, version: current }));
	const saveIn = (ms: number) => {
		clearTimeout(timer);
		timer = setTimeout(save, ms);
	};

	function save(): void {
		clearTimeout(timer);
		saving ??= saveAll().finally(() => {
			saving = undefined;
		});
	}

	async function saveAll(): Promise<void> {
		while (isDirty) {
			isDirty = false;
			change({ status: "saving" });
			const response = await send<SaveResponse<Saved, Conflicting>>(address, readVersion()).catch(() => undefined);
			if (response?.saved) {
				current = response.saved.version;
				change({ status: isDirty ? "typing" : "kept", saved: response.saved, conflict: undefined });
				continue;
			}
			isDirty = true;
			if (response) change({ status: "conflict", conflict: response.conflict });
			else {
				change({ status: "failed" });
				if (!last) saveIn(retryAfterMs);
			}
			break;
		}
	}

	function readVersion(): URLSearchParams {
		const fields = last ?? readForm();
		fields.set("version", String(current));
		return fields;
	}

	return {
		touch() {
			isDirty = true;
			if (state.status !== "conflict") change({ status: "typing" });
			saveIn(saveAfterMs);
		},
		save() {
			isDirty = true;
			save();
		},
		goOn() {
			if (!state.conflict) return;
			current = state.conflict.version;
			isDirty = true;
			save();
		},
		forget() {
			clearTimeout(timer);
			isDirty = false;
		},
		saving: () => saving,
		take(taken) {
			clearTimeout(timer);
			isDirty = false;
			current = taken;
			change({ status: "kept", saved: undefined });
		},
		leave() {
			clearTimeout(timer);
			if (!isDirty) return;
			isDirty = false;
			const body = readVersion();
			fetch(address, { method: "POST", body, keepalive: body.toString().length < mostKeptAlive }).catch(() => {});
		},
		close() {
			clearTimeout(timer);
			if (!isDirty) return;
			last = readForm();
			save();
		},
	};
}

async function send<Answer>(address: string, body: URLSearchParams): Promise<Answer> {
	const response = await fetch(address, { method: "POST", body });
	if (!response.ok) throw new Error(`The draft was answered with ${response.status}`);
	return (await response.json()) as Answer;
}
