import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { matchesWords } from "../layout/match-words.ts";

type Option = { id: string; name: string };

type TextMenuProps<Asking, Choice extends Option> = {
	/** Names the list. */
	label: string;
	options: readonly Choice[];
	/** Finds what the text asks for at its caret. */
	find: (area: HTMLTextAreaElement) => Asking | undefined;
	choose: (option: Choice, asking: Asking, area: HTMLTextAreaElement) => void;
};

/**
 * Offers options once a text asks for them: a list that the keys of the text move through.
 * @returns props of the text, and the list
 */
export function useTextMenu<Asking extends { words: string }, Choice extends Option>({
	label,
	options,
	find,
	choose,
}: TextMenuProps<Asking, Choice>) {
	const id = useId();
	const [asking, setAsking] = useState<Asking>();
	const [index, setIndex] = useState(0);
	/** Escape closes the list until the text asks again. */
	const isClosed = useRef(false);
	const area = useRef<HTMLTextAreaElement>(undefined);
	const shown = asking ? options.filter(({ name }) => matchesWords(asking.words, name)) : [];
	const active = Math.min(index, shown.length - 1);
	useEffect(() => {
		if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
	}, [id, active]);

	function look(element: HTMLTextAreaElement): void {
		area.current = element;
		const found = find(element);
		if (!found) isClosed.current = false;
		setAsking(isClosed.current ? undefined : found);
		if (found?.words !== asking?.words) setIndex(0);
	}

	function take(option: Choice): void {
		const found = area.current && find(area.current);
		setAsking(undefined);
		if (area.current && found) choose(option, found, area.current);
	}

	function move(event: KeyboardEvent<HTMLTextAreaElement>): void {
		const chosen = shown[active];
		if (!chosen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined) setIndex((active + step + shown.length) % shown.length);
		else if (event.key === "Enter") take(chosen);
		else if (event.key === "Escape") {
			isClosed.current = true;
			setAsking(undefined);
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	return {
		text: {
			"aria-autocomplete": "list" as const,
			"aria-controls": shown.length > 0 ? id : undefined,
			"aria-activedescendant": shown.length > 0 ? `${id}-${active}` : undefined,
			onInput: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => look(currentTarget),
			// The caret has moved, perhaps to where nothing is asked for.
			onSelect: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => look(currentTarget),
			onKeyDown: move,
			onBlur: () => setAsking(undefined),
		},
		list: (
			<>
				<p role="status" className="sr-only">
					{shown.length > 0 && `${label}: ${shown.length}`}
				</p>
				{shown.length > 0 && (
					<div role="listbox" id={id} aria-label={label} className="text-menu">
						{shown.map((option, position) => (
							<button
								key={option.id}
								type="button"
								role="option"
								id={`${id}-${position}`}
								tabIndex={-1}
								aria-selected={position === active}
								// The text keeps the focus.
								onMouseDown={(event) => event.preventDefault()}
								onClick={() => take(option)}
							>
								{option.name}
							</button>
						))}
					</div>
				)}
			</>
		),
	};
}
