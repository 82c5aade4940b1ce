import { useRouteLoaderData } from "react-router";
import type { loader } from "../routes/careers.tsx";

/** Returns the choices of the search and the application. */
export function useCareersChoices() {
	return useCareersData().choices;
}

/** Returns the months of the talent pool that the application form offers; 0 for none. */
export function usePoolMonths(): number {
	return useCareersData().poolMonths;
}

function useCareersData() {
	const found = useRouteLoaderData<typeof loader>("routes/careers");
	if (!found) throw new Error("What careers offer is not known outside their pages");
	return found;
}
