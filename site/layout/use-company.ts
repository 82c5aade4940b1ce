import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** Returns the company settings for every page, from the frame's data. */
export function useCompany() {
	const data = useRouteLoaderData<typeof loader>("root");
	if (!data) throw new Error("The company is not known outside the frame");
	return data.company;
}
