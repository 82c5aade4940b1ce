import { Form, Link } from "react-router";
import { capitalise } from "../../shared/capitalise.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";
import { AttachedFiles, type AttachedFile } from "./attached-files.tsx";
import { useListSearch } from "./list-search.ts";
import { MessageFilingForm, type ShownFiling } from "./message-filing.tsx";
import { NoteEditor, type EditedNote } from "./note-editor.tsx";

/** One entry of the activity. */
export type ShownEntry = {
	id: string;
	at: ShownValue;
	title: string;
	text?: string | undefined;
	state?: ShownState | undefined;
	aside?: string | undefined;
	/** The event in few words, if nobody wrote anything; several in a row are folded into one line. */
	event?: string | undefined;
	/** The quoted history of a message, folded. */
	quoted?: string | undefined;
	/** The text of a reply that was not sent, folded. */
	unsent?: string | undefined;
	/** Parts of a message that could not be read, in whole sentences. */
	remarks?: readonly string[];
	/** Address of the message as its sender formatted it. */
	original?: string | undefined;
	/** Address of the form that forwards a message. */
	forward?: string | undefined;
	/** Where a message can go. */
	filing?: ShownFiling;
	/** The side that wrote a message, or a note that only the team sees. */
	side?: "theirs" | "ours" | "note";
	/** Files to download. */
	files?: AttachedFile[];
	/** A note that the member may change. */
	note?: { id: string; text: string; version: number } | undefined;
	/** The available action. */
	action?: { name: string; id: string; label: string } | undefined;
};

type TimelineProps = {
	path: string;
	entries: ShownEntry[];
	edited: EditedNote | undefined;
	/** A message that was not moved. */
	moved: { id: string; to: string } | undefined;
	errors: readonly FieldError[];
};

/** A record's activity, oldest first. */
export function Timeline({ entries, ...props }: TimelineProps) {
	if (entries.length === 0) return <p className="empty">No activity yet. Notes, replies and changes appear here.</p>;
	return (
		<ol className="timeline thread">
			{fold(entries).map((run) => {
				const [first] = run;
				const last = run.at(-1);
				if (!first || !last || run.length === 1)
					return run.map((entry) => <Entry key={entry.id} entry={entry} {...props} />);
				return (
					<li key={first.id} data-newest>
						<details className="timeline-events">
							<summary>
								{capitalise(run.map(({ event }) => event).join(", "))}{" "}
								<span className="aside">
									<ValueText value={last.at} />
								</span>
							</summary>
							<ol>
								{run.map((entry) => (
									<Entry key={entry.id} entry={entry} {...props} />
								))}
							</ol>
						</details>
					</li>
				);
			})}
		</ol>
	);
}

/** Gathers events in a row; what can be undone or sent again stands alone. */
function fold(entries: readonly ShownEntry[]): ShownEntry[][] {
	const runs: ShownEntry[][] = [];
	const isFolded = ({ event, text, action }: ShownEntry) =>
		event !== undefined && text === undefined && action === undefined;
	for (const entry of entries) {
		const run = runs.at(-1);
		if (run?.every(isFolded) && isFolded(entry)) run.push(entry);
		else runs.push([entry]);
	}
	return runs;
}

function Entry({
	path,
	entry,
	edited,
	moved,
	errors,
}: Pick<TimelineProps, "path" | "edited" | "moved" | "errors"> & { entry: ShownEntry }) {
	const {
		at,
		title,
		text,
		state,
		aside,
		quoted,
		unsent,
		remarks = [],
		original,
		forward,
		filing,
		side,
		files = [],
	} = entry;
	const { note, action } = entry;
	const search = useListSearch();
	return (
		<li data-side={side} data-newest>
			<p>
				<strong dir="auto">{title}</strong> {state && <StateLabel state={state} />}
				<span className="aside">
					<ValueText value={at} />
					{aside !== undefined && ` · ${aside}`}
				</span>
			</p>
			{text !== undefined && (
				<p className="text" dir="auto">
					{text}
				</p>
			)}
			{quoted !== undefined && (
				<details className="quoted">
					<summary>Quoted text</summary>
					<p className="text" dir="auto">
						{quoted}
					</p>
				</details>
			)}
			{unsent !== undefined && (
				<details className="quoted">
					<summary>Text</summary>
					<p className="text" dir="auto">
						{unsent}
					</p>
				</details>
			)}
			{remarks.map((remark) => (
				<p key={remark} className="hint">
					{remark}
				</p>
			))}
			{(original !== undefined || forward !== undefined) && (
				<p className="message-links">
					{forward !== undefined && <Link to={forward}>Forward</Link>}
					{original !== undefined && (
						<a href={original} target="_blank" rel="noreferrer">
							Open formatted version
						</a>
					)}
				</p>
			)}
			{files.length > 0 && <AttachedFiles files={files} />}
			{filing && (
				<MessageFilingForm filing={filing} moved={moved?.id === filing.id ? moved.to : undefined} errors={errors} />
			)}
			{note && <NoteEditor path={path} note={note} edited={edited?.id === note.id ? edited : undefined} />}
			{action && (
				<Form method="post" action={path + search} preventScrollReset>
					<input type="hidden" name="id" value={action.id} />
					<button name="do" value={action.name}>
						{action.label}
					</button>
				</Form>
			)}
		</li>
	);
}
