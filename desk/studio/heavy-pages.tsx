import { Link } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorText } from "../../ui/field.tsx";
import { countOf } from "../words.ts";
import { pathToEdit } from "./paths.ts";

type ShownHeavyPage = {
	page: string;
	excesses: string[];
	cause: { path: string; title: string; field: string } | undefined;
};

/** The checkbox that accepts heavy pages. */
export const heavyName = "heavy";

/** The pages that a release pushes over the page budget, and the question whether to publish anyway. */
export function HeavyPages({ pages, errors }: { pages: ShownHeavyPage[]; errors: FieldError[] }) {
	if (pages.length === 0) return null;
	const error = errors.find(({ field }) => field === heavyName);
	return (
		<fieldset className="error-summary">
			<legend>{countOf(pages.length, `${pages.length} pages exceed`, "One page exceeds")} the size limit</legend>
			<ul>
				{pages.map(({ page, excesses, cause }) => (
					<li key={page}>
						<span className="number">{page}</span>: {excesses.join("; ")}.{" "}
						{cause && (
							<>
								Largest change: <Link to={pathToEdit(cause.path)}>{cause.title}</Link>
								{cause.field !== "" && `, ${cause.field}`}.
							</>
						)}
					</li>
				))}
			</ul>
			<ErrorText id={`${heavyName}-error`} message={error?.message} />
			<div className="checks">
				<label>
					<input
						type="checkbox"
						id={heavyName}
						name={heavyName}
						value="yes"
						{...(error && { "aria-invalid": true, "aria-describedby": `${heavyName}-error` })}
					/>
					<span>Publish anyway (slow to open on phones)</span>
				</label>
			</div>
		</fieldset>
	);
}
