import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { DocumentArticle } from "../sections/document-article.tsx";
import type { Route } from "./+types/accessibility.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return { head: headOf(content, "/accessibility"), document: content.documents.accessibility };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function AccessibilityPage({ loaderData }: Route.ComponentProps) {
	return <DocumentArticle {...loaderData.document} />;
}
