import { data } from "react-router";

/** Every address that there is nothing at. */
export function loader() {
	throw data(null, { status: 404 });
}

/** There is nothing to show but the error; a route without a page would be answered with its bare data. */
export default function UnknownPage() {
	return null;
}
