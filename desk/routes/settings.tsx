import { useState } from "react";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { listSettings } from "../layout/list-sections.ts";
import { matchesWords } from "../layout/match-words.ts";
import { Page } from "../layout/page.tsx";
import { readOffered } from "../layout/read-offered.server.ts";
import { PlaceList } from "../palette/place-list.tsx";
import type { Route } from "./+types/settings.ts";

/** Every setting that the member may use. */
export function loader({ context }: Route.LoaderArgs) {
	return { groups: listSettings(readOffered(context)) };
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
	const isHydrated = useHydrated();
	const [typed, setTyped] = useState("");
	const groups = loaderData.groups
		.map(({ name, settings }) => ({
			name,
			places: settings.filter((setting) => matchesWords(typed, name, setting.name, setting.about, setting.synonyms)),
		}))
		.filter(({ places }) => places.length > 0);
	return (
		<Page title="Settings">
			{isHydrated && (
				<div role="search" className="settings-search">
					<label htmlFor="settings-search">Search settings</label>
					<input
						id="settings-search"
						type="search"
						data-key="/"
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
						autoComplete="off"
						placeholder="For example, opening hours"
					/>
				</div>
			)}
			<p role="status" className={groups.length === 0 ? "empty" : "sr-only"}>
				{groups.length === 0 ? `No setting matches “${typed}”.` : ""}
			</p>
			<PlaceList groups={groups} />
		</Page>
	);
}
