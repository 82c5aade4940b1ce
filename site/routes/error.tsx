import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { ErrorPage } from "../layout/error-page.tsx";
import type { Route } from "./+types/error.ts";

export function loader() {
	return { head: headOf("/error", { indexed: false }) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ErrorRoute() {
	return <ErrorPage />;
}
