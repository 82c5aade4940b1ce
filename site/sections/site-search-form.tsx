import { siteSearchPath } from "../../features/publishing/site-paths.ts";
import type { ButtonLook } from "../../ui/button.tsx";
import { SearchForm } from "./search-form.tsx";

/** The search of the whole site: docs/product/site.md, Search. */
export function SiteSearchForm({ defaultValue, look = "secondary" }: { defaultValue?: string; look?: ButtonLook }) {
	return (
		<SearchForm
			action={siteSearchPath}
			id="site-search"
			label="Search this site"
			placeholder="Search this site"
			button="Search"
			look={look}
			{...(defaultValue !== undefined && { defaultValue })}
			reloadDocument
		/>
	);
}
