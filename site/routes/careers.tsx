import { contentContext } from "../../features/publishing/content-context.server.ts";
import { listCareersChoices } from "../../shared/careers.ts";
import { isAnotherPage } from "../layout/is-another-page.ts";
import type { Route } from "./+types/careers.ts";

/**
 * What the search and the application offer to choose from, around both: in the browser they ask the API alone (docs/product/careers.md,
 * Calls), which does not know it, so it comes with the data of the frame.
 */
export function loader({ context }: Route.LoaderArgs) {
	return listCareersChoices(context.get(contentContext).careers);
}

export const shouldRevalidate = isAnotherPage;
