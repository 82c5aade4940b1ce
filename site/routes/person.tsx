import { data, redirect } from "react-router";
import { personCheckContext } from "../../core/people/context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { isToken } from "../../platform/ids/secret-token.ts";
import { clientContext } from "../../platform/pages/live-page-context.server.ts";
import { unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { keepAddressSecret, notStored, notStoredMessage } from "../private-page.ts";
import { FormProblem } from "../sections/form-problem.tsx";
import type { Route } from "./+types/person.ts";

/** The end of the address once the answer was taken: not secret, so that the page can be reloaded. */
const donePath = "done";

/** By the prefix of its reference. */
const things = new Map([
	[
		"ENQ",
		{
			name: "message",
			next: "Our team will read it shortly. A confirmation is on its way to your inbox.",
			back: "/",
		},
	],
	[
		"BKG",
		{
			name: "booking",
			next: "Your call is booked. An e-mail with an invitation for your calendar is on its way to your inbox.",
			back: "/",
		},
	],
	[
		"APP",
		{
			name: "application",
			next: "Our careers team will read it shortly. A confirmation is on its way to your inbox.",
			back: "/career",
		},
	],
]);
const anything = { name: "form", next: "A confirmation is on its way to your inbox.", back: "/" };
const confirmNext =
	"One last step: confirm the call with the link in the e-mail that is on its way to your inbox. We hold the time for you for half an hour.";

/** Reveals nothing about what staff have decided since. */
const repeatedNext = {
	yes: "Nothing more is needed from you.",
	confirm: "If you have not confirmed the call yet, use the link in the e-mail we sent you.",
};

/** Asks the sender of a suspected automated message whether a person sent it. Only a form post changes anything. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { email, phone } = content.company;
	const head = hiddenHead(content, "/person", {
		title: "Are you a person?",
		description: "One more step before we read what you sent.",
	});
	const query = new URL(request.url).searchParams;
	if (params.token === donePath)
		return {
			head,
			path: undefined,
			thing: things.get(query.get("of") ?? "") ?? anything,
			answer: query.has("confirm") ? ("confirm" as const) : ("yes" as const),
			isRepeated: query.has("before"),
			contact: { email, phone },
		};
	const found = isToken(params.token) ? await context.get(personCheckContext).find(params.token) : undefined;
	if (!found) throw data(null, { status: 404 });
	return {
		head,
		path: `/person/${params.token}`,
		thing: things.get(found.prefix) ?? anything,
		answer: found.answer,
		isRepeated: true,
		contact: { email, phone },
	};
}

export async function action({ params, context }: Route.ActionArgs) {
	const answering = context.get(personCheckContext).answer(params.token, context.get(clientContext));
	const result = await unlessUnavailable(answering);
	if (!result) return data({ message: notStoredMessage }, notStored);
	if (result.kind === "unknown") throw data(null, { status: 404 });
	if (result.kind === "refused") return data({ message: result.message }, { status: 409 });
	const { prefix, confirm, isRepeated } = result;
	throw redirect(`/person/${donePath}?of=${prefix}${confirm ? "&confirm=1" : ""}${isRepeated ? "&before=1" : ""}`, 303);
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, thing, answer, isRepeated, contact } = loaderData;
	return (
		<section className="container-page section-space">
			<h1 className="text-title">{answer ? "Thank You!" : "Are you a person?"}</h1>
			<FormProblem text={actionData?.message} />
			{answer ? (
				<>
					<p className="mt-6 max-w-[52ch]">
						{isRepeated
							? `We already know that a person sent this ${thing.name}. ${repeatedNext[answer]}`
							: answer === "confirm"
								? confirmNext
								: thing.next}
					</p>
					<ButtonLink to={thing.back} className="mt-8">
						{thing.back === "/" ? "Back to Home" : "Back to Careers"}
					</ButtonLink>
				</>
			) : (
				<>
					<p className="mt-6 max-w-[52ch]">
						Your {thing.name} has reached us and is safe, but has not been passed on yet: a hidden field was filled in,
						which usually means an automated program. Some browsers and password managers do it too.
					</p>
					<p className="mt-4 max-w-[52ch]">
						If you are a person, press the button and we will pass it on at once. Otherwise, someone on our team will
						look at it within a few days.
					</p>
					<form method="post" action={path} className="mt-8">
						<Button type="submit">I am a person, pass it on</Button>
					</form>
					<p className="mt-8 max-w-[52ch]">
						You can also write to{" "}
						<a
							className="text-accent-text underline underline-offset-4 hover:text-ink"
							href={`mailto:${contact.email}`}
						>
							{contact.email}
						</a>{" "}
						or call{" "}
						<a
							className="tabular text-accent-text underline underline-offset-4 hover:text-ink"
							href={`tel:${contact.phone.e164}`}
						>
							{contact.phone.display}
						</a>
						.
					</p>
				</>
			)}
		</section>
	);
}
