import { Link } from "react-router";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";

/** An event of a person. */
export type ShownEvent = {
	id: string;
	at: ShownValue;
	title: string;
	/** Its first line; empty for none. */
	text?: string | undefined;
	state?: ShownState | undefined;
	/** The record that it belongs to, and the page to open. */
	reference: string;
	path: string;
	side?: "theirs" | undefined;
};

/** A person's events, newest first. */
export function PersonTimeline({ events }: { events: ShownEvent[] }) {
	return (
		<ol className="timeline">
			{events.map(({ id, at, title, text, state, reference, path, side }) => (
				<li key={id} data-side={side}>
					<p>
						<strong dir="auto">
							<Link to={path} data-row>
								{title}
							</Link>
						</strong>{" "}
						{state && <StateLabel state={state} />}
						<span className="aside">
							<ValueText value={at} /> · <span className="number">{reference}</span>
						</span>
					</p>
					{text && (
						<p className="excerpt" dir="auto">
							{text}
						</p>
					)}
				</li>
			))}
		</ol>
	);
}
