import { useContext, useState, type ReactNode } from "react";
import { UNSAFE_DataRouterDataContext as DataContext, useLocation } from "react-router";

/**
 * Keeps the answer to a page's form, such as its errors or a link that is shown once, until the person goes on. The router forgets it as
 * soon as the page is read again, which any change by a colleague causes.
 */
export function KeepAnswer({ children }: { children: ReactNode }) {
	const data = useContext(DataContext);
	const { key } = useLocation();
	const actionData = data?.actionData;
	const [kept, setKept] = useState({ key, actionData });
	const isForgotten = !actionData && kept.key === key;
	if (!isForgotten && (kept.key !== key || kept.actionData !== actionData)) setKept({ key, actionData });
	const shown = data && isForgotten && kept.actionData ? { ...data, actionData: kept.actionData } : data;
	return <DataContext value={shown}>{children}</DataContext>;
}
