import { Link } from "react-router";
import { FragmentLink } from "../layout/fragment-link.tsx";
import { countOf } from "../words.ts";
import type { Problems } from "./draft-response.ts";
import { pathToEdit } from "./paths.ts";

/** Errors that prevent publishing, each with a link to its field. */
export function ProblemList({ problems: { here, elsewhere } }: { problems: Problems }) {
	const count = here.length + elsewhere.length;
	if (count === 0) return null;
	return (
		<section className="error-summary" aria-labelledby="problems">
			<h2 id="problems">Fix {countOf(count, `${count} errors`, "1 error")} before publishing</h2>
			<ul>
				{here.map(({ field, message }) => (
					<li key={`${field} ${message}`}>
						<FragmentLink to={field}>{message}</FragmentLink>
					</li>
				))}
				{elsewhere.map(({ path, title, input, message }) => (
					<li key={`${path} ${input} ${message}`}>
						<Link to={{ pathname: pathToEdit(path), hash: input }}>
							{title}: {message}
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
