import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { parseUrl } from "../../shared/parse-url.ts";
import { BreakableText } from "../layout/breakable-text.tsx";
import type { ShownField, ShownState, ShownValue } from "./values.ts";

/** A text or a machine-readable time, whose day and hour stay on one line. */
export function ValueText({ value: { text, dateTime } }: { value: ShownValue }) {
	if (dateTime === undefined) return text;
	return (
		<time dateTime={dateTime}>
			{text.split(/(?<=,) /).map((part, index) => (
				<Fragment key={index}>
					{index > 0 && " "}
					<span className="whole">{part}</span>
				</Fragment>
			))}
		</time>
	);
}

/** A value as what it is: an address to write to, links, or a list. */
export function FieldValue({ field: { value, as, to }, reference }: { field: ShownField; reference: string }) {
	if (!Array.isArray(value)) {
		if (to !== undefined)
			return (
				<Link to={to}>
					<ValueText value={value} />
				</Link>
			);
		if (as !== "email") return <ValueText value={value} />;
		const address = `mailto:${encodeURIComponent(value.text).replace("%40", "@")}?subject=${reference}`;
		return <OutsideLink address={address} text={value.text} />;
	}
	if (value.length === 0) return "not given";
	return (
		<ul>
			{value.map((text, index) => (
				<li key={index} dir="auto">
					{as === "links" ? <OutsideLink address={text} /> : text}
				</li>
			))}
		</ul>
	);
}

export function StateLabel({ state: { state, name } }: { state: ShownState }) {
	return (
		<span className="state" data-state={state}>
			{name}
		</span>
	);
}

/** A cell of a DataTable with a value; `label` is the heading of its column. */
export function ValueCell({ label, value }: { label: string; value: ShownValue }) {
	return (
		<td data-label={label}>
			<ValueText value={value} />
		</td>
	);
}

/** A cell of a DataTable with a state; `label` is the heading of its column. */
export function StateCell({ label = "Status", state }: { label?: string; state: ShownState }) {
	return (
		<td data-label={label}>
			<StateLabel state={state} />
		</td>
	);
}

/** A cell of a DataTable with a number as it is written; `label` is the heading of its column. */
export function NumberCell({ label, children }: { label: string; children: ReactNode }) {
	return (
		<td data-label={label} className="number">
			{children}
		</td>
	);
}

const harmlessProtocols = ["http:", "https:", "mailto:"];

/** A link to a typed address if it is safe; anything else stays text. */
function OutsideLink({ address, text = address }: { address: string; text?: string }) {
	if (!harmlessProtocols.includes(parseUrl(address)?.protocol ?? "")) return text;
	return (
		<a href={address} rel="noopener noreferrer nofollow">
			<BreakableText text={text} />
		</a>
	);
}
