import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { DocumentArticle } from "../sections/document-article.tsx";
import type { Route } from "./+types/privacy.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return { head: headOf(content, "/privacy"), document: content.documents.privacy };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
	return <DocumentArticle {...loaderData.document} />;
}
