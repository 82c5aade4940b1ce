import { useEffect } from "react";
import { useLocation } from "react-router";
import { goToField } from "../../ui/go-to-field.ts";

/** Goes to the field that the address names, when a page is opened by it; a browser does so only for addresses that it loads itself. */
export function useFieldOfAddress(): void {
	const { hash, key } = useLocation();
	useEffect(() => {
		if (hash !== "") goToField(decodeURIComponent(hash.slice(1)));
	}, [hash, key]);
}
