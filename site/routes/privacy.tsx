import { content } from "../../features/publishing/content.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { DocumentArticle } from "../sections/document-article.tsx";
import type { Route } from "./+types/privacy.ts";

export function loader() {
	return { head: headOf("/privacy"), document: content.documents.privacy };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
	return <DocumentArticle {...loaderData.document} />;
}
