import { data } from "react-router";

/** Every unknown address. */
export function loader() {
	throw data(null, { status: 404 });
}

/** Only the error is shown; a route without a page would respond with its bare data. */
export default function UnknownPage() {
	return null;
}
