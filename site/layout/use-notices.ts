import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** Returns the notices about personal data of this page's forms, by form. */
export function useNotices() {
	return useRouteLoaderData<typeof loader>("root")?.notices ?? {};
}
