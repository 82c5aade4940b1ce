import { findFormPoolMonths } from "../../core/records/talent-pool.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { listCareersChoices } from "../../shared/careers.ts";
import { isAnotherPage } from "../layout/is-another-page.ts";
import type { Route } from "./+types/careers.ts";

/**
 * Loads the choices of the search and the application. In the browser those pages request only the API (docs/product/careers.md, Calls),
 * which does not have them, so they come with the frame's data.
 */
export function loader({ context }: Route.LoaderArgs) {
	const { careers, desk } = context.get(contentContext);
	return { choices: listCareersChoices(careers), poolMonths: findFormPoolMonths(desk.application) };
}

export const shouldRevalidate = isAnotherPage;
