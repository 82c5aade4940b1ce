import { Link } from "react-router";
import { InterviewDetails } from "../interviews/interview-details.tsx";
import { changeInterview, readInterview } from "../interviews/interview-page.server.ts";
import { Page } from "../layout/page.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import type { Route } from "./+types/interview.ts";

/** One interview, and its changes. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	return readInterview(context, params.reference, new URL(request.url).searchParams.get("on") ?? "");
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const reference = params.reference.toUpperCase();
	return changeInterview(request, context, { reference, path: `/interviews/${encodeURIComponent(reference)}` });
}

export default function InterviewPage({ loaderData: interview, actionData }: Route.ComponentProps) {
	const { reference, application, name, when, state } = interview;
	return (
		<Page
			title={`Interview with ${name}`}
			subtitle={
				<>
					<span className="number">{reference}</span> {when} <StateLabel state={state} />
				</>
			}
			actions={
				<Link className="button" to={`/applications/${application}`}>
					Back to application
				</Link>
			}
		>
			<InterviewDetails
				key={reference}
				interview={interview}
				action={`/interviews/${reference}`}
				heading="h2"
				refused={actionData}
			/>
		</Page>
	);
}
