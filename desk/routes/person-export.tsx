import { Link } from "react-router";
import { Page } from "../layout/page.tsx";
import { getPerson } from "../people/get-person.server.ts";
import { GroundsFields } from "../people/grounds-fields.tsx";
import { exportReasons } from "../people/reasons.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/person-export.ts";

/** Asks why a person's data is exported. */
export function loader({ context, params }: Route.LoaderArgs) {
	return getPerson(context, params);
}

export default function PersonExportPage({ loaderData }: Route.ComponentProps) {
	const { addresses, path } = loaderData;
	return (
		<Page title="Export person’s data" subtitle={addresses.join(", ")}>
			<p>
				The archive contains everything received from {countOf(addresses.length, "these addresses", "this address")},
				your team’s notes and replies, and all files, as a readable page and as JSON. Review it before you send it:
				notes may mention other people.
			</p>
			{/* The response is a file, so the page stays. */}
			<form method="post" action={`${path}/export.zip`} className="form">
				<GroundsFields reasons={exportReasons} />
				<button className="button-main">Download ZIP</button>
			</form>
			<p>
				<Link to={path}>Back to person</Link>
			</p>
		</Page>
	);
}
