import { useEffect } from "react";
import { useLocation } from "react-router";
import { decodePercent } from "../../shared/decode-percent.ts";
import { goToField } from "../../ui/go-to-field.ts";

/**
 * Goes to the field that the address names, when a page is opened by it; a browser does so only for addresses that it loads itself.
 * @param only the one field to go to; by default any
 */
export function useFieldOfAddress(only?: string): void {
	const { hash, key } = useLocation();
	useEffect(() => {
		const id = decodePercent(hash.slice(1));
		if (id !== "" && (only === undefined || id === only)) goToField(id);
	}, [hash, key, only]);
}
