import { useEffect } from "react";
import { useLocation } from "react-router";
import { decodePercent } from "../../shared/decode-percent.ts";
import { goToField } from "../../ui/go-to-field.ts";

/**
 * Goes to the field that the address names, when a page is opened by it, unless the member writes in another one meanwhile; a browser does
 * so only for addresses that it loads itself.
 * @param only the one field to go to; by default any
 */
export function useFieldOfAddress(only?: string): void {
	const { hash, key } = useLocation();
	useEffect(() => {
		const id = decodePercent(hash.slice(1));
		const isWriting = document.activeElement?.matches("main :is(input, textarea)") === true;
		if (id !== "" && !isWriting && (only === undefined || id === only)) goToField(id);
	}, [hash, key, only]);
}
