import { useOutletContext } from "react-router";
import type { CalendarContext } from "../calls/calendar-day.ts";
import { InterviewDetails } from "../interviews/interview-details.tsx";
import { changeInterview, readInterview } from "../interviews/interview-page.server.ts";
import { Drawer } from "../layout/drawer.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import type { Route } from "./+types/calendar-interview.ts";

/** An interview beside the calendar, and its changes. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	return readInterview(context, params.interview, new URL(request.url).searchParams.get("on") ?? "");
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const reference = params.interview.toUpperCase();
	return changeInterview(request, context, { reference, path: `/calls/interviews/${encodeURIComponent(reference)}` });
}

export default function CalendarInterviewPage({ loaderData: interview, actionData }: Route.ComponentProps) {
	const { reference, application, name, when, state } = interview;
	const { calendarPath, search } = useOutletContext<CalendarContext>();
	return (
		<Drawer
			// Typed text belongs to one interview.
			key={reference}
			title={name}
			subtitle={
				<>
					<span className="number">{when}</span> <StateLabel state={state} />
				</>
			}
			closePath={`${calendarPath}#${reference}`}
			wholePage={{ path: `/applications/${application}`, title: "Open the application" }}
		>
			<InterviewDetails
				interview={interview}
				action={`/calls/interviews/${reference}${search}`}
				heading="h3"
				refused={actionData}
			/>
		</Drawer>
	);
}
