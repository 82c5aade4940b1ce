import { Link } from "react-router";
import { Page } from "../layout/page.tsx";
import { getPerson } from "../people/get-person.server.ts";
import { GroundsFields } from "../people/grounds-fields.tsx";
import { exportReasons } from "../people/reasons.ts";
import type { Route } from "./+types/person-export.ts";

/** Asks why a person's data is exported. */
export function loader({ context, params }: Route.LoaderArgs) {
	return getPerson(context, params);
}

export default function PersonExportPage({ loaderData }: Route.ComponentProps) {
	const { email, path } = loaderData;
	return (
		<Page title="Export a person" subtitle={email}>
			<p>
				The archive holds everything that came from this address, what staff wrote about it, and every file: as a page
				to be read, and as JSON for programs. Look through it before you hand it over: notes may speak of others.
			</p>
			{/* The response is a file, so the page stays. */}
			<form method="post" action={`${path}/export.zip`} className="form">
				<GroundsFields reasons={exportReasons} />
				<button className="button-main">Download the ZIP</button>
			</form>
			<p>
				<Link to={path}>Back to the person</Link>
			</p>
		</Page>
	);
}
