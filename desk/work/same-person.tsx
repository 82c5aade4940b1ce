import { Link } from "react-router";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";

export type SameSender = {
	reference: string;
	path: string;
	name: string;
	/** Its topic, where its kind has one. */
	about: string;
	received: ShownValue;
	state: ShownState;
	/** Common traits of the two, in words; "person" for merged addresses. */
	shares: string[];
};

/** More would push the record itself out of sight. */
const shownAtFirst = 4;

/** The other records of the same person. */
export function SamePerson({ records }: { records: SameSender[] }) {
	if (records.length === 0) return null;
	const others = records.slice(shownAtFirst);
	return (
		<section className="same-person" aria-labelledby="same-person">
			<h2 id="same-person">Other records of this person</h2>
			<Senders records={records.slice(0, shownAtFirst)} />
			{others.length > 0 && (
				<details>
					<summary>
						<span className="number">{others.length}</span> more
					</summary>
					<Senders records={others} />
				</details>
			)}
		</section>
	);
}

function Senders({ records }: { records: SameSender[] }) {
	return (
		<ul>
			{records.map(({ reference, path, name, about, received, state, shares }) => (
				<li key={reference}>
					<Link to={path}>{about}</Link> <StateLabel state={state} />
					<span className="aside">
						<span dir="auto">{name}</span> · <span className="number">{reference}</span> ·{" "}
						<ValueText value={received} /> · same {shares.join(", ")}
					</span>
				</li>
			))}
		</ul>
	);
}
