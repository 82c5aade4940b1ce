import { useState } from "react";

/**
 * The idempotency key of a form: sent once more after an answer that never came, the form does nothing twice. It stays the same while the
 * page is refreshed around the form.
 *
 * @param next the key to go on with when the server has refused the form
 */
export function FormKey({ first, next }: { first: string; next: string | undefined }) {
	const [own] = useState(first);
	return <input type="hidden" name="key" value={next ?? own} />;
}
