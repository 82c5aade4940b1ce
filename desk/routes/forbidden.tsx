import { data } from "react-router";

/** What is answered in place of a page that the person's roles do not cover. */
export function loader() {
	throw data(null, { status: 403 });
}

/** Likewise in place of what a form would do. */
export function action() {
	throw data(null, { status: 403 });
}

/** There is nothing to show but the error; a route without a page would be answered with its bare data. */
export default function ForbiddenPage() {
	return null;
}
