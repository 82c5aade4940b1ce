import { useEffect } from "react";
import { useLocation } from "react-router";
import { decodePercent } from "../../shared/decode-percent.ts";
import { goToField } from "../../ui/go-to-field.ts";

/** Goes to the field that the address names, when a page is opened by it; a browser does so only for addresses that it loads itself. */
export function useFieldOfAddress(): void {
	const { hash, key } = useLocation();
	useEffect(() => {
		if (hash !== "") goToField(decodePercent(hash.slice(1)));
	}, [hash, key]);
}
