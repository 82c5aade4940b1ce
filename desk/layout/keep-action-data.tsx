import { useContext, useState, type ReactNode } from "react";
import { UNSAFE_DataRouterDataContext as DataContext, useLocation, type Location } from "react-router";

/**
 * Keeps the answer to a page's form, such as its errors or a link that is shown once, until the person goes on. The router forgets it as
 * soon as the page is read again, which any change by a colleague causes, and a form that was sent and not answered.
 */
export function KeepActionData({ children }: { children: ReactNode }) {
	const data = useContext(DataContext);
	const key = findKey(useLocation());
	const actionData = data?.actionData;
	const [kept, setKept] = useState({ key, actionData });
	const isForgotten = !actionData && kept.key === key;
	if (!isForgotten && (kept.key !== key || kept.actionData !== actionData)) setKept({ key, actionData });
	const shown = data && isForgotten && kept.actionData ? { ...data, actionData: kept.actionData } : data;
	return <DataContext value={shown}>{children}</DataContext>;
}

type Place = Pick<Location, "key" | "state">;

/** Returns the state of a navigation to the same place that keeps the answer shown there. */
export function keepActionDataOf(place: Place): object {
	return { ...(place.state as object | null), answerOf: findKey(place) };
}

/** Finds the key of the navigation whose answer a place shows. */
function findKey({ key, state }: Place): string {
	const kept = (state as { answerOf?: unknown } | null)?.answerOf;
	return typeof kept === "string" ? kept : key;
}
