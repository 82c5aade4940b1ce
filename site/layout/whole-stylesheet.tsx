import { preload } from "react-dom";
import { useLocation, useNavigation } from "react-router";
import stylesheet from "../styles.css?url";

/** Of the page that came with its own rules. Outside the component, which is mounted anew when a page fails. */
const entryPath = import.meta.env.SSR ? undefined : window.location.pathname;

/**
 * The whole stylesheet, for visitors who go on to another page: the first page carries only its own rules.
 *
 * With a precedence, React shows the next page once the stylesheet has loaded.
 */
export function WholeStylesheet() {
	const { pathname } = useLocation();
	const { state } = useNavigation();
	if (state !== "idle") preload(stylesheet, { as: "style" });
	return import.meta.env.SSR || pathname === entryPath ? null : (
		<link rel="stylesheet" href={stylesheet} precedence="whole" />
	);
}
