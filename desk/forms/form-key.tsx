import { useState } from "react";

/**
 * The idempotency key of a form, so that a form that is sent again after a lost response does nothing twice. It stays when the page is
 * refreshed around the form.
 * @param next the key to use after the server has refused the form
 */
export function FormKey({ first, next }: { first: string; next: string | undefined }) {
	const [own] = useState(first);
	return <input type="hidden" name="key" value={next ?? own} />;
}
