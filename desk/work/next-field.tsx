import { opensNext, useNextReference } from "./after-action.ts";

/** Names the record that opens after the form has closed this one, if the member wants that; without scripts this one stays. */
export function NextField() {
	const wantsNext = opensNext.useIsOn(false);
	const reference = useNextReference();
	return wantsNext && reference !== undefined && <input type="hidden" name="next" value={reference} />;
}
