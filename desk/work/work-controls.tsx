import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Form, useLocation, useNavigation, useSubmit } from "react-router";
import { goToField } from "../../ui/go-to-field.ts";
import { focusStart } from "../layout/keep-focus.ts";
import { shortcutsChoice } from "../layout/shortcuts.ts";
import type { MemberChoice, SnoozeChoice, StageChoice } from "./choices.ts";
import { useListSearch } from "./list-search.ts";
import { NextField } from "./next-field.tsx";
import { SnoozeControl } from "./snooze-control.tsx";

export type WorkControlsProps = {
	path: string;
	/** The version that is shown; a change of any other is refused. */
	version: number;
	values: { stage: string; owner: string; followUp: string; value: string; reason: string };
	stages: StageChoice[];
	members: MemberChoice[];
	/** Code of the currency, if the record can have a value. */
	currency: string | undefined;
	/** Why a record ends in its stage. */
	reasons: StageChoice[];
	/** The signed-in member. */
	me: string;
	/** The stage that "Done" moves to; undefined where it is none. */
	done: StageChoice | undefined;
	/** When it comes back if it is snoozed, and when it can. */
	snooze: { snoozedUntil: string | undefined; choices: SnoozeChoice[] };
};

/** The fields of a record that members set; a choice is saved at once. */
export function WorkControls({ path, version, values, stages, members, currency, reasons }: WorkControlsProps) {
	useAskedReason();
	return (
		<div className="work-controls">
			<SavedField {...{ path, version }} field="stage" label="Stage" value={values.stage}>
				<Choice id="stage" value={values.stage} choices={stages} shortcut="s" />
			</SavedField>
			{(reasons.length > 0 || values.reason !== "") && (
				<SavedField {...{ path, version }} field="reason" label="Reason" value={values.reason}>
					<Choice id="reason" value={values.reason} choices={[{ key: "", label: "None" }, ...reasons]} />
				</SavedField>
			)}
			<SavedField {...{ path, version }} field="owner" label="Owner" value={values.owner}>
				<Choice
					id="owner"
					value={values.owner}
					choices={[{ key: "", label: "Unassigned" }, ...members.map(({ id, name }) => ({ key: id, label: name }))]}
					unlisted="Former member"
					shortcut="a"
				/>
			</SavedField>
			<SavedField {...{ path, version }} field="follow-up" label="Follow-up" value={values.followUp}>
				<input id="follow-up" name="value" type="date" defaultValue={values.followUp} />
			</SavedField>
			{currency !== undefined && (
				<SavedField {...{ path, version }} field="value" label={`Value (${currency})`} value={values.value}>
					<input
						id="value"
						name="value"
						inputMode="numeric"
						maxLength={20}
						autoComplete="off"
						defaultValue={values.value}
						className="number"
					/>
				</SavedField>
			)}
		</div>
	);
}

/** The changes of a record that members make most often. */
export function WorkActions({ path, version, values, members, me, done, snooze }: WorkControlsProps) {
	return (
		<>
			{values.owner !== me && members.some(({ id }) => id === me) && (
				<SetButton {...{ path, version }} field="owner" value={me} shortcut="i">
					Assign to me
				</SetButton>
			)}
			{done && (
				<SetButton
					{...{ path, version }}
					field="stage"
					value={done.key}
					shortcut="e"
					title={`Moves it to ${done.label}`}
				>
					Done
				</SetButton>
			)}
			<SnoozeControl path={path} version={version} {...snooze} />
		</>
	);
}

type ChoiceProps = {
	id: string;
	value: string;
	choices: StageChoice[];
	/** Words for a value that can no longer be chosen; by default the value itself. */
	unlisted?: string;
	shortcut?: string;
};

function Choice({ id, value, choices, unlisted = value, shortcut }: ChoiceProps) {
	return (
		<select id={id} name="value" defaultValue={value} data-key={shortcut}>
			{!choices.some(({ key }) => key === value) && <option value={value}>{unlisted}</option>}
			{choices.map(({ key, label }) => (
				<option key={key} value={key}>
					{label}
				</option>
			))}
		</select>
	);
}

type SetButtonProps = {
	path: string;
	version: number;
	field: "stage" | "owner";
	value: string;
	shortcut: string;
	title?: string;
	children: ReactNode;
};

/** Sets a field to a value that is wanted often. */
function SetButton({ path, version, field, value, shortcut, title, children }: SetButtonProps) {
	const search = useListSearch();
	return (
		<Form method="post" action={path + search} preventScrollReset>
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="do" value={field} />
			{field === "stage" && <NextField />}
			<button name="value" value={value} title={title} data-key={shortcut} data-press>
				{children}
			</button>
		</Form>
	);
}

type SavedFieldProps = {
	path: string;
	version: number;
	/** The form's action. */
	field: "stage" | "reason" | "owner" | "follow-up" | "value" | "reassign";
	/** Of the control; by default the action. */
	id?: string;
	label: string;
	value: string;
	/** The field, which is named "value". */
	children: ReactNode;
};

/** How a field is being chosen: a pointer chooses at once, keys pass other choices on their way, or choose in the opened list. */
type Way = "at-once" | "passing" | "in-list";

/** Escape and Enter both take the choice of a list that they close; the key that is let go tells which it was. */
const listKeyMs = 1_000;

/** A field that is saved on change; without scripts it has a button. */
export function SavedField({ path, version, field, id = field, label, value, children }: SavedFieldProps) {
	const form = useRef<HTMLFormElement>(null);
	/** The stored value when a choice by keyboard began, and its version. */
	const [begun, begin] = useState<{ value: string; version: number }>();
	const way = useRef<Way>("at-once");
	const listTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
	/** The value being sent; leaving the field does not send it again. */
	const sent = useRef(value);
	const submit = useSubmit();
	const search = useListSearch();
	const { state } = useNavigation();
	useEffect(() => {
		// After somebody else's change or a refusal, the field shows the stored value.
		if (state !== "idle") return;
		sent.current = value;
		const control = findControl(form.current);
		if (control && !begun) control.value = value;
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- the end of a choice leaves the field to its save
	}, [value, version, state]);
	const choose = (by: Way) => {
		clearTimeout(listTimer.current);
		way.current = by;
	};
	const save = () => {
		choose("at-once");
		begin(undefined);
		const control = findControl(form.current);
		if (!control || control.value === sent.current) return;
		sent.current = control.value;
		void submit(form.current, { preventScrollReset: true });
	};
	/** Saves the choice, or drops it, and gives the keys back to the record. */
	const leave = (key: "Enter" | "Escape") => {
		const control = findControl(form.current);
		if (control && key === "Escape") control.value = sent.current;
		save();
		if (shortcutsChoice.isOn()) focusStart();
	};
	return (
		<Form
			ref={form}
			method="post"
			action={path + search}
			className="inline-form"
			preventScrollReset
			data-own-escape
			// By keyboard, a choice passes others on its way: it is saved by Enter, or when the field is left.
			onChange={() => {
				if (way.current === "at-once") save();
				// A pointer may have chosen in a list that a key had opened; then no key is let go.
				else if (way.current === "in-list") listTimer.current = setTimeout(save, listKeyMs);
			}}
			onPointerDown={() => choose("at-once")}
			onKeyDown={(event) => {
				const { key } = event;
				if (key === "Enter" || key === "Escape") {
					// Enter would open the list, or send the form once more.
					event.preventDefault();
					leave(key);
				} else if (key !== "Tab") {
					choose(opensList(event) ? "in-list" : "passing");
					begin((before = { value, version }) => before);
				}
			}}
			onKeyUp={({ key }) => {
				if (way.current !== "in-list") return;
				if (key === "Enter" || key === "Escape") leave(key);
				else choose("passing");
			}}
			onBlur={save}
		>
			{/* A choice must not replace a value that came while it was made. */}
			<input type="hidden" name="version" value={begun && begun.value !== value ? begun.version : version} />
			<input type="hidden" name="do" value={field} />
			{(field === "stage" || field === "reason") && <NextField />}
			<label htmlFor={id}>{label}</label>
			{children}
			<noscript>
				<button>
					Set<span className="sr-only"> {label.charAt(0).toLowerCase() + label.slice(1)}</span>
				</button>
			</noscript>
		</Form>
	);
}

/** Goes to the reason once a record has moved to a stage that asks for one, unless the member writes something meanwhile. */
function useAskedReason(): void {
	const { hash, key } = useLocation();
	useEffect(() => {
		const isWriting = document.activeElement?.matches("main :is(input, textarea)") === true;
		if (hash === "#reason" && !isWriting) goToField("reason");
	}, [hash, key]);
}

/** Tells whether a key opens the list of a field, which then takes the keys itself. On a Mac, an arrow alone opens that of a select. */
function opensList({ key, altKey, target }: KeyboardEvent): boolean {
	if (target instanceof HTMLInputElement && target.type !== "date") return false;
	const isArrow = key === "ArrowDown" || key === "ArrowUp";
	const opensByArrow = target instanceof HTMLSelectElement && navigator.platform.startsWith("Mac");
	return key === " " || key === "F4" || (isArrow && (altKey || opensByArrow));
}

function findControl(form: HTMLFormElement | null): HTMLInputElement | HTMLSelectElement | undefined {
	const control = form?.elements.namedItem("value");
	return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : undefined;
}
