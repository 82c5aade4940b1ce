import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Link, useLocation } from "react-router";
import { matchesWords } from "../layout/match-words.ts";
import { openAndFocus, shortcuts } from "../layout/shortcuts.ts";
import type { PlaceGroup } from "./places.ts";

/** An action of the open page, which marks it with data-key. */
type PageAction = { key: string; name: string };

const findElement = (key: string) => document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(key)}"]`);

/** Lists the actions of the open page; keys that lead elsewhere are none. */
function listActions(): PageAction[] {
	return shortcuts.filter(({ key }) => findElement(key)).map(({ key, does }) => ({ key, name: does }));
}

/** Does what the action's key does: presses a button or link, or goes to a field. */
function perform({ key }: PageAction): void {
	// The page may have been rendered again since its actions were listed.
	const element = findElement(key);
	if (!element) return;
	openAndFocus(element);
	if (element.hasAttribute("data-press")) element.click();
}

/** Finds pages, settings, records, people, documents and actions by words: a modal combobox (ARIA APG). */
export function Palette({ onClose }: { onClose: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const id = useId();
	const [typed, setTyped] = useState("");
	const [found, setFound] = useState<PlaceGroup[]>([]);
	/** The words of the shown results. */
	const foundFor = useRef<string>(undefined);
	/** Enter was pressed before the results of the words had come. */
	const isEntered = useRef(false);
	const [hasFailed, setHasFailed] = useState(false);
	const [index, setIndex] = useState(0);
	const [actions, setActions] = useState(listActions);
	const { key: page } = useLocation();
	const shownActions = actions.filter(({ name }) => matchesWords(typed, name));
	const places = found.flatMap((group) => group.places.map((place) => ({ ...place, group: group.name })));
	const count = shownActions.length + places.length;
	const active = Math.min(index, count - 1);

	useEffect(() => dialog.current?.showModal(), []);
	// A page that is still opening shows its actions later than its address.
	useEffect(() => setActions(listActions()), [page]);
	useEffect(() => {
		const abort = new AbortController();
		// Posted: addresses end up in logs and histories, where no person's name belongs.
		fetch("/go/find", { method: "POST", body: new URLSearchParams({ search: typed.trim() }), signal: abort.signal })
			.then((response) => response.json() as Promise<PlaceGroup[]>)
			.then((groups) => {
				foundFor.current = typed;
				setFound(groups);
				setHasFailed(false);
			})
			.catch(() => {
				if (abort.signal.aborted) return;
				// The page's own actions are there without a response.
				foundFor.current = typed;
				setFound([]);
				setHasFailed(true);
			});
		return () => abort.abort();
	}, [typed]);
	useEffect(() => {
		const selected = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
		selected?.scrollIntoView({ block: "nearest" });
		if (!isEntered.current || foundFor.current !== typed) return;
		isEntered.current = false;
		// Outside the effect: what an action opens has to be drawn before it takes the focus.
		queueMicrotask(() => selected?.click());
	}, [active, found, typed]);

	function move(event: KeyboardEvent<HTMLInputElement>): void {
		// Enter and the arrows are for the input method.
		if (event.nativeEvent.isComposing) return;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined && count > 0) setIndex((active + step + count) % count);
		else if (event.key === "Enter" && foundFor.current !== typed) isEntered.current = true;
		else if (event.key === "Enter") list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
		else return;
		event.preventDefault();
	}

	/** Tells at once: the dialog's own event may come after the next Ctrl+K, and would close that one. */
	function close(): void {
		dialog.current?.close();
		onClose();
	}

	function act(action: PageAction): void {
		close();
		perform(action);
	}

	const optionOf = (position: number) => ({
		id: `${id}-${position}`,
		role: "option",
		tabIndex: -1,
		"aria-selected": position === active,
		className: "palette-option",
	});
	return (
		<dialog ref={dialog} className="palette" aria-label="Go to" onCancel={close} onClose={onClose}>
			<input
				autoFocus
				type="text"
				role="combobox"
				aria-label="Go to a page, setting, record or person"
				aria-expanded={count > 0}
				aria-controls={`${id}-list`}
				aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
				aria-autocomplete="list"
				autoComplete="off"
				spellCheck={false}
				maxLength={200}
				placeholder="Page, setting, record or person"
				value={typed}
				onChange={(event) => {
					setTyped(event.target.value);
					setIndex(0);
					isEntered.current = false;
				}}
				onKeyDown={move}
			/>
			<p role="status" className={count === 0 ? "palette-none" : "sr-only"}>
				{hasFailed
					? "The search did not respond. Reload the page."
					: count > 0
						? `${count} results`
						: typed.trim() !== "" && `No results for “${typed.trim()}”`}
			</p>
			<div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className="palette-list">
				{shownActions.length > 0 && (
					<div role="group" aria-label="On this page">
						<p aria-hidden="true">On this page</p>
						{shownActions.map((action, position) => (
							<button key={action.key} type="button" {...optionOf(position)} onClick={() => act(action)}>
								{action.name} <kbd>{action.key}</kbd>
							</button>
						))}
					</div>
				)}
				{found.map(({ name, places: shown }) => (
					<div key={name} role="group" aria-label={name}>
						<p aria-hidden="true">{name}</p>
						{shown.map((place) => (
							<Link
								key={place.path}
								to={place.path}
								{...optionOf(
									shownActions.length + places.findIndex((one) => one.group === name && one.path === place.path),
								)}
								onClick={close}
							>
								<bdi>{place.name}</bdi> <span>{place.about}</span>
							</Link>
						))}
					</div>
				))}
			</div>
		</dialog>
	);
}
