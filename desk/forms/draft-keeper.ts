/** So long after the last change a draft is kept. */
const saveAfterMs = 700;
/** So long after a save that failed it is tried again. */
const retryAfterMs = 3_500;

type Versioned = { version: number };

/** What the server answers to a save: the draft as it is stored, or, where somebody else's is not to be replaced, that one. */
type SaveAnswer<Saved, Overtaken> = { saved?: Saved | undefined; overtaken?: Overtaken | undefined };

export type DraftState<Saved extends Versioned, Overtaken extends Versioned> = SaveAnswer<Saved, Overtaken> & {
	/** How far what is typed is kept. */
	status: "kept" | "typing" | "saving" | "failed" | "overtaken";
	/** The version that the form shows. */
	version: number;
};

export type DraftKeeper = {
	/** To be called when something has changed. */
	touch(): void;
	/** Keeps what is typed at once. */
	save(): void;
	/** Goes on over what somebody else has saved. */
	goOn(): void;
	/** Lets go of what is typed: somebody discards it, or another form takes it with it. */
	forget(): void;
	/** Goes on from another version of the draft, which the form shows from now on. */
	take(version: number): void;
	/** Sends what is not kept yet, when the page is left. */
	leave(): void;
};

/**
 * Keeps what is typed into a form as a draft, one save after the other, the last always with everything.
 *
 * @param address where drafts are sent
 * @param version of the draft that the form shows; 0 for none
 * @param readForm reads what is typed now
 * @param tell is told what becomes of it
 */
export function createDraftKeeper<Saved extends Versioned, Overtaken extends Versioned>(
	address: string,
	version: number,
	readForm: () => URLSearchParams,
	tell: (state: DraftState<Saved, Overtaken>) => void,
): DraftKeeper {
	let current = version;
	let state: DraftState<Saved, Overtaken> = { status: "kept", version };
	let isDirty = false;
	let isSaving = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const change = (changes: Partial<DraftState<Saved, Overtaken>>) =>
		tell((state = { ...state, ...changes, version: current }));
	const saveIn = (ms: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => void save(), ms);
	};

	async function save(): Promise<void> {
		clearTimeout(timer);
		if (isSaving) return;
		isSaving = true;
		while (isDirty) {
			isDirty = false;
			change({ status: "saving" });
			const answer = await send<SaveAnswer<Saved, Overtaken>>(address, readVersion()).catch(() => undefined);
			if (answer?.saved) {
				current = answer.saved.version;
				change({ status: isDirty ? "typing" : "kept", saved: answer.saved, overtaken: undefined });
				continue;
			}
			isDirty = true;
			if (answer) change({ status: "overtaken", overtaken: answer.overtaken });
			else {
				change({ status: "failed" });
				saveIn(retryAfterMs);
			}
			break;
		}
		isSaving = false;
	}

	function readVersion(): URLSearchParams {
		const fields = readForm();
		fields.set("version", String(current));
		return fields;
	}

	return {
		touch() {
			isDirty = true;
			if (state.status !== "overtaken") change({ status: "typing" });
			saveIn(saveAfterMs);
		},
		save() {
			isDirty = true;
			void save();
		},
		goOn() {
			if (!state.overtaken) return;
			current = state.overtaken.version;
			isDirty = true;
			void save();
		},
		forget() {
			clearTimeout(timer);
			isDirty = false;
		},
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
			// Longer than browsers let a page send that is gone, it is sent while the page still is.
			fetch(address, { method: "POST", body: readVersion(), keepalive: true }).catch(() => {});
		},
	};
}

async function send<Answer>(address: string, body: URLSearchParams): Promise<Answer> {
	const response = await fetch(address, { method: "POST", body });
	if (!response.ok) throw new Error(`The draft was answered with ${response.status}`);
	return (await response.json()) as Answer;
}
