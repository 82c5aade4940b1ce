import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Form, useNavigate, useSubmit } from "react-router";
import { findRowOf, isShortcut, openByKey, pressOnArrival } from "../layout/shortcuts.ts";
import { ChangeForm } from "./change-form.tsx";
import type { BulkChoices } from "./choices.ts";
import { SelectionBar } from "./selection-bar.tsx";

type SelectionFormProps = {
	/** Address of bulk changes, with the list's query. */
	action: string;
	/** Reference of the record that is open beside, and stays so. */
	open: string | undefined;
	/** The shown version of each record; a change of any other is refused. */
	versions: Readonly<Record<string, number>>;
	choices: BulkChoices;
	/** Whether one box chooses all rows. */
	hasPageBox?: boolean;
	/** The rows: each with a checkbox "reference" and a link "data-row". */
	children: ReactNode;
};

/**
 * The rows of a list and what can be done with several of them: with scripts a bar that does it at once, by keys too; without, a form that
 * leads to a review.
 */
export function SelectionForm({ action, open, versions, choices, hasPageBox = true, children }: SelectionFormProps) {
	const id = useId();
	const form = useRef<HTMLFormElement>(null);
	const [chosen, setChosen] = useState<string[]>([]);
	const last = useRef<HTMLInputElement>(undefined);
	const submit = useSubmit();
	const navigate = useNavigate();
	const read = () => setChosen(listBoxes(form.current).flatMap((box) => (box.checked ? [box.value] : [])));
	// Chosen rows may have left the list.
	useEffect(read, [versions]);

	const check = (boxes: readonly HTMLInputElement[], isChecked: boolean) => {
		for (const box of boxes) box.checked = isChecked;
		read();
	};
	/** Checks the rows from the last chosen one to this row as this row is. */
	const checkUpTo = (box: HTMLInputElement) => {
		const boxes = listBoxes(form.current);
		const [from = 0, to = 0] = [boxes.indexOf(last.current ?? box), boxes.indexOf(box)].toSorted((a, b) => a - b);
		if (from !== -1) check(boxes.slice(from, to + 1), box.checked);
	};
	const clear = () => {
		last.current = undefined;
		check(listBoxes(form.current), false);
	};
	const change = (wanted: string, { day = "", of = chosen }: { day?: string; of?: readonly string[] } = {}) => {
		const fields = new URLSearchParams({ change: wanted, day, confirmed: "yes", open: open ?? "" });
		for (const reference of of) {
			fields.append("reference", reference);
			fields.append("version", String(versions[reference] ?? 0));
		}
		focusAfter(form.current, of, { stays: wanted.startsWith("owner:") });
		clear();
		void submit(fields, { method: "post", action, preventScrollReset: true });
	};

	/** Does what a key stands for with the chosen rows, or else with the focused one; returns false where it stands for nothing. */
	const act = ({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): boolean => {
		const row = findRowOf(form.current, document.activeElement);
		const openRow = form.current?.querySelector('[data-row][aria-current="page"]');
		const selects = key.toLowerCase() === "x";
		const box = findBox(row ?? (selects ? openRow : undefined));
		if (selects) {
			if (!box) return false;
			check([box], shiftKey || !box.checked);
			if (shiftKey) checkUpTo(box);
			last.current = box;
			return true;
		}
		if (key === "Escape") {
			// It closes an open pop-up first.
			if (chosen.length === 0 || document.activeElement?.closest("details[open]")) return false;
			clear();
			return true;
		}
		const of = chosen.length > 0 ? chosen : box ? [box.value] : [];
		if (of.length === 0) return false;
		if (key === "r" || key === "n") {
			if (chosen.length === 0 && row) {
				pressOnArrival(key);
				void navigate(row.getAttribute("href") ?? "");
			} else if (key === "r") document.querySelector<HTMLElement>(`#${CSS.escape(`${id}reply`)}`)?.click();
			return true;
		}
		if (key === "i" && choices.members.some((member) => member.id === choices.me))
			change(`owner:${choices.me}`, { of });
		else if (key === "e" && choices.done) change(`stage:${choices.done.key}`, { of });
		else if (key === "!") change("spam:yes", { of });
		else if (key === "a" || key === "s" || key === "h") {
			// A card of a board moves by the same key.
			if (key === "h" && chosen.length === 0 && row?.closest("[data-card]")) return false;
			if (box && chosen.length === 0) flushSync(() => check([box], true));
			openByKey(`bar-${key}`);
		} else return false;
		return true;
	};
	const latest = useRef(act);
	useEffect(() => {
		latest.current = act;
	});
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			// Behind a drawer, which has keys of its own.
			if (form.current?.closest("[inert]")) return;
			if (isShortcut(event) && !event.repeat && latest.current(event)) event.preventDefault();
		};
		// Before the keys of the page.
		document.addEventListener("keydown", onKey, { capture: true });
		return () => document.removeEventListener("keydown", onKey, { capture: true });
	}, []);

	const onClick = ({ target, shiftKey }: MouseEvent) => {
		if (!(target instanceof HTMLInputElement) || target.name !== "reference") return;
		if (shiftKey) checkUpTo(target);
		last.current = target;
	};

	return (
		<>
			<Form ref={form} id={id} method="post" action={action} className="work-list" onChange={read} onClick={onClick}>
				{hasPageBox && (
					<PageBox
						count={Object.keys(versions).length}
						chosen={chosen.length}
						onChange={(isChecked) => check(listBoxes(form.current), isChecked)}
					/>
				)}
				{children}
				<noscript>
					<ChangeForm {...choices} />
				</noscript>
			</Form>
			{chosen.length > 0 && (
				<SelectionBar
					count={chosen.length}
					choices={choices}
					form={id}
					replyId={`${id}reply`}
					change={change}
					clear={clear}
				/>
			)}
		</>
	);
}

/** Chooses all rows of the page, or none. */
function PageBox({ count, chosen, onChange }: { count: number; chosen: number; onChange(isChecked: boolean): void }) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (box.current) box.current.indeterminate = chosen > 0 && chosen < count;
	}, [chosen, count]);
	return (
		<label className="page-box">
			<input
				ref={box}
				type="checkbox"
				checked={chosen > 0 && chosen === count}
				onChange={({ currentTarget }) => onChange(currentTarget.checked)}
			/>
			Select page
		</label>
	);
}

function listBoxes(form: HTMLFormElement | null): HTMLInputElement[] {
	return [...(form?.querySelectorAll<HTMLInputElement>('input[name="reference"]') ?? [])];
}

function findBox(row: Element | null | undefined): HTMLInputElement | undefined {
	return row?.closest("tr, li")?.querySelector<HTMLInputElement>('input[name="reference"]') ?? undefined;
}

/** Focuses the row from which work goes on: the first of the changed ones if they stay in the list, or else the next other one. */
function focusAfter(form: HTMLFormElement | null, changed: readonly string[], { stays }: { stays: boolean }): void {
	const boxes = listBoxes(form);
	const first = boxes.findIndex(({ value }) => changed.includes(value));
	const others = (some: HTMLInputElement[]) => some.find(({ value }) => !changed.includes(value));
	const next = stays
		? boxes[first]
		: (others(boxes.slice(first)) ?? others(boxes.slice(0, Math.max(first, 0)).toReversed()));
	next?.closest("tr, li")?.querySelector<HTMLElement>("[data-row]")?.focus();
}
