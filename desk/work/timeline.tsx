import { Form } from "react-router";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";

/** One thing that happened. */
export type ShownEntry = {
	id: string;
	at: ShownValue;
	title: string;
	text?: string | undefined;
	state?: ShownState | undefined;
	aside?: string | undefined;
	/** What can be done about it now. */
	action?: { name: string; id: string; label: string } | undefined;
};

/** All that happened to a record, the newest last. */
export function Timeline({ path, entries }: { path: string; entries: ShownEntry[] }) {
	if (entries.length === 0) return <p className="empty">Nothing yet.</p>;
	return (
		<ol className="timeline">
			{entries.map(({ id, at, title, text, state, aside, action }) => (
				<li key={id}>
					<p>
						<strong>{title}</strong> {state && <StateLabel state={state} />}
						<span className="aside">
							<ValueText value={at} />
							{aside !== undefined && ` · ${aside}`}
						</span>
					</p>
					{text !== undefined && <p className="text">{text}</p>}
					{action && (
						<Form method="post" action={path} preventScrollReset>
							<input type="hidden" name="id" value={action.id} />
							<button name="do" value={action.name}>
								{action.label}
							</button>
						</Form>
					)}
				</li>
			))}
		</ol>
	);
}
