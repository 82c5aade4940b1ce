import { content } from "../../features/publishing/content.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { DocumentArticle } from "../sections/document-article.tsx";
import type { Route } from "./+types/accessibility.ts";

export function loader() {
	return { head: headOf("/accessibility"), document: content.documents.accessibility };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function AccessibilityPage({ loaderData }: Route.ComponentProps) {
	return <DocumentArticle {...loaderData.document} />;
}
