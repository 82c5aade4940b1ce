import { Form } from "react-router";
import { z } from "zod";
import { Page } from "../layout/page.tsx";
import { findPages, findPlaces } from "../palette/find-places.server.ts";
import { PlaceList } from "../palette/place-list.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import type { Route } from "./+types/go.ts";

const query = z.object({ q: z.string().trim().max(200).catch("") });

/** Finds pages, settings and documents by the address, which may hold nothing personal. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { q } = query.parse({ q: "", ...readQuery(request) });
	return { typed: q, groups: await findPages(context, q) };
}

/** Finds records and people too. */
export async function action({ request, context }: Route.ActionArgs) {
	const typed = ((await readForm(request)).get("search") ?? "").trim().slice(0, 200);
	return { typed, groups: await findPlaces(context, typed) };
}

export default function GoPage({ loaderData, actionData }: Route.ComponentProps) {
	const { typed, groups } = actionData ?? loaderData;
	return (
		<Page title="Go to">
			<Form method="post" action="/go" className="search-form" role="search" aria-label="Everything">
				<label>
					Page, setting, record or person
					<input key={typed} name="search" type="search" defaultValue={typed} maxLength={200} autoComplete="off" />
				</label>
				<button>Find</button>
			</Form>
			{groups.length === 0 && <p className="empty">No results for “{typed}”. Check the spelling or try fewer words.</p>}
			<PlaceList groups={groups} />
		</Page>
	);
}
