import { Form, Link } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import { pathToEdit } from "./paths.ts";

/** A scheduled release, or the end of a public one, as their page shows it. */
export type ShownRelease = {
	id: string;
	at: ShownValue;
	/** Its time as it was seen, which the form sends back. */
	from: string;
	/** Its time as an input's value, in the company's zone. */
	typed: string;
	by: string;
	note: string | undefined;
	/** When its changes end again. */
	endsAt: ShownValue | undefined;
	documents: { path: string; title: string; isChangedSince: boolean }[];
};

/** Returns the name of the time's input, one for each release. */
export const nameTime = (id: string) => `at-${id}`;

/** A scheduled release, or the end of a public one, with forms to change its time and to cancel it. */
export function ScheduledRelease({
	publication: { id, at, from, typed, by, note, endsAt, documents },
	isEnd = false,
	place: { path, zone, now },
	refused,
}: {
	publication: ShownRelease;
	isEnd?: boolean;
	place: { path: string; zone: string; now: string };
	/** A refused time. */
	refused: { typed: string; errors: FieldError[] } | undefined;
}) {
	return (
		<li>
			<div className="heading-row">
				<h3>
					<ValueText value={at} />
				</h3>
				<Form method="post" action={path}>
					<input type="hidden" name="id" value={id} />
					{isEnd ? (
						<button name="do" value="keep">
							Keep public<span className="sr-only"> what ends {at.text}</span>
						</button>
					) : (
						<button name="do" value="cancel">
							Cancel<span className="sr-only"> the publication of {at.text}</span>
						</button>
					)}
				</Form>
			</div>
			<p className="hint">
				By {by}
				{endsAt && (
					<>
						, until <ValueText value={endsAt} />
					</>
				)}
				{note !== undefined && note !== "" && `: “${note}”`}
			</p>
			<ul className="plain-list">
				{documents.map((document) => (
					<li key={document.path}>
						<Link to={pathToEdit(document.path)}>{document.title}</Link>
						{document.isChangedSince && (
							<span className="hint">
								{isEnd ? " Published again since, so it stays as it is." : " Later changes stay a draft."}
							</span>
						)}
					</li>
				))}
			</ul>
			<details open={refused !== undefined}>
				<summary>
					Reschedule<span className="sr-only"> of {at.text}</span>
				</summary>
				{/* A typed time stays after a conflict; a changed time is shown again. */}
				<Form key={`${from} ${refused?.typed}`} method="post" action={path} className="form" noValidate>
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="from" value={from} />
					<TextField
						name={nameTime(id)}
						label={`Date and time (${zone})`}
						hint={`Now: ${now}`}
						type="datetime-local"
						defaultValue={refused?.typed ?? typed}
						errors={refused?.errors}
					/>
					<button name="do" value={isEnd ? "move-end" : "move"}>
						Reschedule<span className="sr-only"> of {at.text}</span>
					</button>
				</Form>
			</details>
		</li>
	);
}
