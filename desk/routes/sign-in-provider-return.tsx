import { data, redirect } from "react-router";
import { deskContext, deskRequestContext } from "../guard/context.server.ts";
import { Page } from "../layout/page.tsx";
import type { Route } from "./+types/sign-in-provider-return.ts";

/** The redirect from the company's provider. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { provider } = context.get(deskContext).accounts;
	const { browser, signedIn, setCookies } = context.get(deskRequestContext);
	if (!provider) throw data(null, { status: 404 });
	const outcome = await provider.finish(browser, new URL(request.url).search, signedIn);
	if ("cookies" in outcome) setCookies(outcome.cookies);
	if (outcome.kind === "refused") return { message: outcome.message };
	throw redirect("/", 303);
}

export default function ProviderReturnPage({ loaderData }: Route.ComponentProps) {
	return (
		<Page title="Not signed in">
			<p>{loaderData.message}</p>
			<p>
				<a className="button" href="/sign-in">
					Try again
				</a>
			</p>
		</Page>
	);
}
