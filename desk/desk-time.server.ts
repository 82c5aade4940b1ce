import { createContext, useContext } from "react";
import type { CompanyTime } from "../shared/company.ts";

/** How the parts of a page write times; the page's frame says it. */
export const DeskTime = createContext<CompanyTime | undefined>(undefined);

/** @throws Error outside a page of the desk */
export function useDeskTime(): CompanyTime {
	const time = useContext(DeskTime);
	if (!time) throw new Error("Times are written on a page of the desk only");
	return time;
}
