import { Link } from "react-router";
import { groupBy } from "../../shared/group-by.ts";
import { FragmentLink } from "../layout/fragment-link.tsx";
import { countOf } from "../words.ts";
import { pathToEdit } from "./paths.ts";

/** A text of the sample company, or a guiding text of a page's template, and its place: `title` of the document, `label` of the field. */
export type SampleText = { file: string; title: string; field: string; label: string; text: string; isGuide?: true };

const mostListed = 40;

/** Lists sample and guiding texts that would become public, with the checkbox that confirms it. Part of a form. */
export function SampleNotice({ texts, isWrong = false }: { texts: readonly SampleText[]; isWrong?: boolean }) {
	const guides = texts.filter(({ isGuide }) => isGuide);
	const samples = texts.filter(({ isGuide }) => !isGuide);
	const legend =
		samples.length === 0 ? "Guiding texts" : guides.length === 0 ? "Sample texts" : "Sample and guiding texts";
	return (
		<fieldset className="sample-notice" aria-describedby="sample-words">
			<legend>{legend}</legend>
			<div id="sample-words">
				{guides.length > 0 && (
					<p>
						{countOf(guides.length, `${guides.length} texts say`, "One text says")} what to write, and nothing to
						visitors. Write your own first, or publish {countOf(guides.length, "them as they are", "it as it is")}.
					</p>
				)}
				{samples.length > 0 && (
					<p>
						{countOf(samples.length, `${samples.length} texts are`, "One text is")} still the sample company’s. Visitors
						would take {countOf(samples.length, "them", "it")} for yours.
					</p>
				)}
				<p>
					You are asked once: {countOf(texts.length, "they stay", "it stays")} marked until you replace or keep{" "}
					{countOf(texts.length, "them", "it")}.
				</p>
			</div>
			<TextList texts={[...guides, ...samples].slice(0, mostListed)} />
			{texts.length > mostListed && <p className="remark">And {texts.length - mostListed} more.</p>}
			{isWrong && (
				<p id="acceptsSample-error" className="error">
					<span className="sr-only">Error: </span>Replace these texts, or confirm publishing them
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

function TextList({ texts }: { texts: readonly SampleText[] }) {
	return (
		<ul className="plain-list">
			{[...groupBy(texts, ({ file }) => file)].map(([file, found]) => (
				<li key={file}>
					<Link to={pathToEdit(file)}>{found[0]?.title}</Link>
					<ul>
						{found.map(({ field, label, text }) => (
							<li key={field}>
								{label}: {text}
							</li>
						))}
					</ul>
				</li>
			))}
		</ul>
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
