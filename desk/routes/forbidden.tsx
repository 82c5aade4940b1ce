import { data } from "react-router";

/** Replaces a page that the member's roles do not cover. */
export function loader() {
	throw data(null, { status: 403 });
}

/** Replaces an action in the same way. */
export function action() {
	throw data(null, { status: 403 });
}

/** Only the error is shown; a route without a page would respond with its bare data. */
export default function ForbiddenPage() {
	return null;
}
