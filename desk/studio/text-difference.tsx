import type { Difference, DifferencePart } from "../../features/publishing/forms/list-differences.ts";

const words = { added: "Added: ", removed: "Removed: " };

/** The differences between two versions of a document, by field and by words. */
export function DifferenceList({ differences, empty }: { differences: Difference[]; empty: string }) {
	if (differences.length === 0) return <p className="empty">{empty}</p>;
	return (
		<dl className="studio-differences">
			{differences.map(({ label, parts }, index) => (
				<div key={`${label} ${index}`}>
					<dt>{label}</dt>
					<dd>
						{parts.map((part, at) => (
							<Part key={at} part={part} />
						))}
					</dd>
				</div>
			))}
		</dl>
	);
}

function Part({ part: { is, text } }: { part: DifferencePart }) {
	if (is === "same") return text;
	const Element = is === "added" ? "ins" : "del";
	return (
		<Element>
			<span className="sr-only">{words[is]}</span>
			{text}
		</Element>
	);
}
