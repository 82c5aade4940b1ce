import { data } from "react-router";

/** Every address that there is nothing at. */
export function loader() {
	throw data(null, { status: 404 });
}
