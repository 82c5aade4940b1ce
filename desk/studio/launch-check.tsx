import { Link } from "react-router";
import { countOf } from "../words.ts";
import { pathToEdit, samplesPath } from "./paths.ts";

export type LaunchCheckData = {
	/** Number of remaining items. */
	left: number;
	/** Texts of the sample company, by document. */
	documents: { name: string; fields: { field: string; text: string }[] }[];
	/** Settings, and open positions of the sample company. */
	others: { kind: "setting" | "position"; name: string; text: string }[];
};

/** The remaining items before the launch. */
export function LaunchCheck({ left, documents, others }: LaunchCheckData) {
	const settings = others.filter(({ kind }) => kind === "setting");
	const positions = others.filter(({ kind }) => kind === "position");
	return (
		<section aria-labelledby="left">
			<h2 id="left">Launch check</h2>
			<p>
				{left === 0
					? "Ready to launch. Have a lawyer review the terms and the privacy page."
					: `${countOf(left, `${left} things`, "One thing")} left to do: sample texts to replace and settings to make.`}
			</p>
			{settings.length > 0 && (
				<ul className="plain-list">
					{settings.map(({ name, text }) => (
						<li key={name}>
							<code>{name}</code>: {text}
						</li>
					))}
				</ul>
			)}
			{documents.length > 0 && (
				<p>
					<Link className="button" to={samplesPath}>
						Replace, keep or remove sample texts
					</Link>
				</p>
			)}
			{documents.map(({ name, fields }) => (
				<details key={name} className="sample-fields">
					<summary>
						{name} <span className="number">{fields.length}</span>
					</summary>
					<p>
						<Link to={pathToEdit(name)}>
							Edit<span className="sr-only"> {name}</span>
						</Link>
					</p>
					<ul>
						{fields.map(({ field, text }) => (
							<li key={`${field} ${text}`}>
								{field}: {text}
							</li>
						))}
					</ul>
				</details>
			))}
			{positions.length > 0 && (
				<details className="sample-fields">
					<summary>
						Open positions <span className="number">{positions.length}</span>
					</summary>
					<ul>
						{positions.map(({ name, text }) => (
							<li key={name}>
								<Link to={`/jobs/${name}`}>{name}</Link>: {text}
							</li>
						))}
					</ul>
				</details>
			)}
		</section>
	);
}
