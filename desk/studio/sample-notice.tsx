import { Link } from "react-router";
import { FragmentLink } from "../layout/fragment-link.tsx";
import { countOf } from "../words.ts";
import { pathToEdit } from "./paths.ts";
import { groupBy } from "../../shared/group-by.ts";

/** A text of the sample company, and its place. */
export type SampleText = { file: string; field: string; text: string };

const mostListed = 40;

/** Lists sample texts that would become public, with the checkbox that confirms it. Part of a form. */
export function SampleNotice({ texts, isWrong = false }: { texts: readonly SampleText[]; isWrong?: boolean }) {
	const documents = groupBy(texts.slice(0, mostListed), ({ file }) => file);
	return (
		<fieldset className="sample-notice" aria-describedby="sample-words">
			<legend>Sample texts</legend>
			<p id="sample-words">
				{countOf(texts.length, `${texts.length} texts are`, "One text is")} still the sample company’s. Visitors would
				take {countOf(texts.length, "them", "it")} for yours. You are asked once:{" "}
				{countOf(texts.length, "they stay", "it stays")} marked here until you replace or keep{" "}
				{countOf(texts.length, "them", "it")}.
			</p>
			<ul className="plain-list">
				{[...documents].map(([file, found]) => (
					<li key={file}>
						<Link to={pathToEdit(file)}>{file}</Link>
						<ul>
							{found.map(({ field, text }) => (
								<li key={field}>
									{field}: {text}
								</li>
							))}
						</ul>
					</li>
				))}
			</ul>
			{texts.length > mostListed && <p className="remark">And {texts.length - mostListed} more.</p>}
			{isWrong && (
				<p id="acceptsSample-error" className="error">
					<span className="sr-only">Error: </span>Replace the sample texts, or confirm publishing them
				</p>
			)}
			<div className="checks">
				<label>
					<input
						id="acceptsSample"
						type="checkbox"
						name="acceptsSample"
						value="yes"
						aria-invalid={isWrong || undefined}
						aria-describedby={isWrong ? "acceptsSample-error" : undefined}
					/>
					<span>Publish anyway</span>
				</label>
			</div>
		</fieldset>
	);
}

/** A document's texts of the sample company, with links to its inputs. */
export function SampleFields({ texts }: { texts: readonly { name: string; text: string }[] }) {
	if (texts.length === 0) return null;
	return (
		<details className="studio-notice sample-fields-notice">
			<summary>{countOf(texts.length, `${texts.length} sample texts`, "1 sample text")} to replace</summary>
			<ul>
				{texts.slice(0, mostListed).map(({ name, text }) => (
					<li key={`${name} ${text}`}>
						<FragmentLink to={name}>{text}</FragmentLink>
					</li>
				))}
			</ul>
		</details>
	);
}
