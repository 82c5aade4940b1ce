import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** What every page knows about the company, from the frame's own data. */
export function useCompany() {
	const data = useRouteLoaderData<typeof loader>("root");
	if (!data) throw new Error("The company is not known outside the frame");
	return data.company;
}
