import { useRouteLoaderData } from "react-router";
import type { loader } from "../routes/careers.tsx";

/** Returns the choices of the search and the application. */
export function useCareersChoices() {
	const choices = useRouteLoaderData<typeof loader>("routes/careers");
	if (!choices) throw new Error("What careers offer is not known outside their pages");
	return choices;
}
