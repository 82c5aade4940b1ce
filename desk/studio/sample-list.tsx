import { Form, Link } from "react-router";
import type { SiteModule } from "../../shared/site-modules.ts";
import { countOf } from "../words.ts";
import { pathToEdit, samplesPath } from "./paths.ts";

/** A document with texts of the sample company. */
export type SampleDocument = {
	path: string;
	title: string;
	isDeletable: boolean;
	/** `name`: of the input; `title`: its label. */
	texts: { name: string; title: string; text: string; isKept: boolean }[];
};

/** A part of the site, with the module that turns it off. */
export type SampleSection = { name: string; module: SiteModule | undefined; documents: SampleDocument[] };

/** The sample texts of a part of the site, to be replaced, kept, deleted, or turned off with it. */
export function SampleSectionView({ section: { name, module, documents } }: { section: SampleSection }) {
	const left = documents.flatMap(({ texts }) => texts.filter(({ isKept }) => !isKept)).length;
	const deletable = documents.filter(({ isDeletable }) => isDeletable);
	return (
		<details className="sample-fields sample-section" open={left > 0}>
			<summary>
				{name} <span className="number">{left}</span>
			</summary>
			<div className="inline-form">
				{module && (
					<Form method="post" action={samplesPath} preventScrollReset>
						<input type="hidden" name="module" value={module} />
						<button name="do" value="turn-off">
							Turn off {name.toLowerCase()}
						</button>
					</Form>
				)}
				{deletable.length > 1 && (
					<Link
						className="button"
						to={`/studio/delete?${new URLSearchParams(deletable.map(({ path }) => ["path", path]))}`}
					>
						Delete these {deletable.length} documents…
					</Link>
				)}
			</div>
			{documents.map((document) => (
				<DocumentSamples key={document.path} document={document} />
			))}
		</details>
	);
}

function DocumentSamples({ document: { path, title, texts } }: { document: SampleDocument }) {
	const left = texts.filter(({ isKept }) => !isKept).length;
	return (
		<section aria-label={title} className="sample-document">
			<div className="heading-row">
				<h3>
					<Link to={pathToEdit(path)}>{title}</Link>
				</h3>
				<Form method="post" action={samplesPath} preventScrollReset>
					<input type="hidden" name="path" value={path} />
					<button name="do" value={left > 0 ? "keep" : "mark"}>
						{left > 0 ? `Keep ${countOf(left, `these ${left} texts`, "this text")}` : "Mark as sample again"}
						<span className="sr-only">: {title}</span>
					</button>
				</Form>
			</div>
			<ul className="plain-list">
				{texts.map(({ name, title: label, text, isKept }) => (
					<li key={`${name} ${text}`}>
						<span className="hint">{label}:</span> <Link to={`${pathToEdit(path)}#${name}`}>{text}</Link>
						{isKept && <span className="hint"> Kept</span>}
					</li>
				))}
			</ul>
		</section>
	);
}
