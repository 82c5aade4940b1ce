import { OperationView } from "../api-tokens/operation-view.tsx";
import { showDocument } from "../api/show-document.server.ts";
import { Page } from "../layout/page.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/api-reference.ts";

/** The API for other programs, as its document describes it. */
export function loader({ context }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	return { groups: showDocument(deps.describeApi()), deskUrl: deps.config.deskUrl };
}

export default function ApiReferencePage({ loaderData: { groups, deskUrl } }: Route.ComponentProps) {
	return (
		<Page
			title="API reference"
			subtitle="For developers of programs that work with the desk."
			actions={
				<a className="button" href="/api-reference/openapi.json" download>
					OpenAPI document
				</a>
			}
		>
			<p>
				A program sends its token with each request. Lists come in pages. A change needs the record’s <code>ETag</code>{" "}
				in <code>If-Match</code>, and a <code>POST</code> may carry an <code>Idempotency-Key</code>.
			</p>
			<pre className="text">
				<code>{`curl -H "Authorization: Bearer $TOKEN" "${deskUrl}/api/v1/enquiries?stage=new&limit=10"`}</code>
			</pre>
			{groups.map(({ name, operations }) => (
				<section key={name} aria-label={name}>
					<h2>{name}</h2>
					{operations.map((operation) => (
						<OperationView key={operation.id} operation={operation} />
					))}
				</section>
			))}
		</Page>
	);
}
