import { useState } from "react";
import { preload } from "react-dom";
import { useLocation, useNavigation } from "react-router";
import stylesheet from "../styles.css?url";

/**
 * The whole stylesheet, for visitors who go on to another page: the first one carries only the rules it uses itself.
 *
 * React shows the next page when the stylesheet has arrived, which is what a precedence stands for.
 */
export function WholeStylesheet() {
	const { pathname } = useLocation();
	const { state } = useNavigation();
	const [entered] = useState(pathname);
	if (state !== "idle") preload(stylesheet, { as: "style" });
	return pathname === entered ? null : <link rel="stylesheet" href={stylesheet} precedence="whole" />;
}
