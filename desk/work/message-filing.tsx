import { Form, Link } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { useListSearch } from "./list-search.ts";
import { MoveField } from "./move-field.tsx";

/** Where messages of a record can go: the kinds of new records, and the sender's other open ones. */
export type MessageFiling = { opens: { name: string; names: string }[]; others: string[] };

/** The same for one message; `path` is that of its record's page. */
export type ShownFiling = MessageFiling & { id: string; path: string };

/** Moves a message that belongs to another record, or opens a new record with it. */
export function MessageFilingForm({
	filing: { id, path, opens, others },
	moved,
	errors,
}: {
	filing: ShownFiling;
	/** The record that was asked for, if it was refused. */
	moved: string | undefined;
	errors: readonly FieldError[];
}) {
	const search = useListSearch();
	const reference = path.slice(path.lastIndexOf("/") + 1);
	return (
		<>
			{others.map((other) => (
				<Form key={other} method="post" action={path + search} className="inline-form" preventScrollReset>
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="to" value={other} />
					<span className="hint">
						The sender also has <span className="number">{other}</span> open.
					</span>
					<button name="do" value="move-message">
						Move this message there
					</button>
				</Form>
			))}
			<details className="message-filing" open={moved !== undefined}>
				<summary>Move or open as a record</summary>
				<Form method="post" action={path + search} className="form" noValidate preventScrollReset>
					<input type="hidden" name="id" value={id} />
					<MoveField id={id} label="Reference of another record" moved={moved} errors={errors} />
					<button name="do" value="move-message">
						Move to another record
					</button>
				</Form>
				<p className="actions">
					{opens.map(({ name, names }) => (
						<Link key={names} className="button" to={`/${names}/new?from=${reference}&message=${id}`}>
							Open as new {name}
						</Link>
					))}
				</p>
			</details>
		</>
	);
}
