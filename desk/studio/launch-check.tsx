import { Link } from "react-router";
import { countOf } from "../words.ts";
import { samplesPath } from "./paths.ts";

export type LaunchCheckData = {
	/** Number of remaining items. */
	left: number;
	/** Number of texts of the sample company. */
	texts: number;
	/** Settings, and open positions of the sample company. */
	others: { kind: "setting" | "position"; name: string; text: string }[];
};

/** The remaining items before the launch. */
export function LaunchCheck({ left, texts, others }: LaunchCheckData) {
	const settings = others.filter(({ kind }) => kind === "setting");
	const positions = others.filter(({ kind }) => kind === "position");
	if (left === 0)
		return (
			<section aria-labelledby="left">
				<h2 id="left">Ready to launch</h2>
				<p>Have a lawyer review the terms and the privacy page.</p>
			</section>
		);
	return (
		<section aria-labelledby="left">
			<h2 id="left">{countOf(left, `${left} things`, "One thing")} left to do</h2>
			{settings.length > 0 && (
				<ul className="plain-list">
					{settings.map(({ name, text }) => (
						<li key={name}>
							<code>{name}</code>: {text}
						</li>
					))}
				</ul>
			)}
			{texts > 0 && (
				<>
					<p>{countOf(texts, `${texts} texts are`, "One text is")} still the sample company’s.</p>
					<p>
						<Link className="button button-main" to={samplesPath}>
							Replace, keep or remove sample texts
						</Link>
					</p>
				</>
			)}
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
