import { useEffect } from "react";
import { useLocation } from "react-router";

/** Goes to a field, also to one in an entry that is folded up. */
export function showField(id: string): void {
	const field = document.getElementById(id);
	for (let around = field?.closest("details"); around; around = around.parentElement?.closest("details"))
		around.open = true;
	field?.focus();
}

/** Goes to the field that the address names, when a page is opened by it; a browser does so only for addresses that it loads itself. */
export function useFieldOfAddress(): void {
	const { hash, key } = useLocation();
	useEffect(() => {
		if (hash !== "") showField(decodeURIComponent(hash.slice(1)));
	}, [hash, key]);
}
