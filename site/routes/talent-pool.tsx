import { data, redirect } from "react-router";
import { writePoolConsent } from "../../features/careers/applications/pool-texts.ts";
import { talentPoolContext } from "../../features/careers/context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import { formatDate } from "../../shared/format-date.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { keepAddressSecret, notStored, notStoredMessage, secretAddressHeaders } from "../private-page.ts";
import { FormProblem } from "../sections/form-problem.tsx";
import type { Route } from "./+types/talent-pool.ts";

/** An applicant's private page of the talent pool. Only a form post changes anything, because mail scanners follow links too. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const found = await context.get(talentPoolContext).find(params.token);
	const hasLeft = new URL(request.url).searchParams.has("left");
	// A pool that is turned off can still be left.
	if (!found || !(found.until || found.offeredUntil || hasLeft)) throw data(null, { status: 404 });
	const { name, timeZone } = content.company;
	const show = (until: Temporal.Instant | undefined) =>
		until && formatDate(findDate(until.epochMilliseconds, timeZone));
	return {
		head: hiddenHead(content, "/career/talent-pool", {
			title: "Talent pool",
			description: "Stay in our talent pool, or leave it.",
		}),
		path: `/career/talent-pool/${params.token}`,
		companyName: name,
		jobTitle: found.jobTitle,
		until: show(found.until),
		offeredUntil: show(found.offeredUntil),
		hasLeft,
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const asked = (await request.formData()).get("do");
	if (asked !== "join" && asked !== "leave") throw data(null, { status: 400 });
	const isDone = await unlessUnavailable(context.get(talentPoolContext).change(params.token, asked === "join"));
	if (isDone === undefined) return data({ message: notStoredMessage }, notStored);
	if (!isDone) throw data(null, { status: 404 });
	const path = `/career/talent-pool/${params.token}${asked === "leave" ? "?left" : ""}`;
	throw redirect(path, { status: 303, headers: secretAddressHeaders });
}

export const headers: Route.HeadersFunction = keepAddressSecret;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function TalentPoolPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, companyName, jobTitle, until, offeredUntil, hasLeft } = loaderData;
	const isIn = until !== undefined;
	return (
		<section className="container-page section-space">
			<h1 className="max-w-[22ch] text-title">
				{isIn ? "You are in our talent pool" : hasLeft ? "You have left our talent pool" : "Stay in our talent pool?"}
			</h1>
			<p className="mt-6 max-w-[52ch]">
				{isIn
					? `We will keep your application (${jobTitle}) until ${until} and may write to you about other positions at ${companyName}. Then it is erased. You can leave at any time, without a reason.`
					: hasLeft
						? `We will keep your application (${jobTitle}) no longer than any other.${offeredUntil ? " You can rejoin for as long as we have it." : ""}`
						: writePoolConsent({ jobTitle, until: offeredUntil ?? "", companyName })}
			</p>
			<FormProblem text={actionData?.message} className="mt-6 max-w-[52ch]" />
			<div className="mt-8 flex flex-wrap gap-3">
				{(isIn || offeredUntil) && (
					<form method="post" action={path}>
						<Button
							type="submit"
							name="do"
							value={isIn ? "leave" : "join"}
							look={isIn || hasLeft ? "secondary" : "primary"}
						>
							{isIn ? "Leave the talent pool" : "Yes, keep my application"}
						</Button>
					</form>
				)}
				<ButtonLink look={isIn || hasLeft ? "primary" : "secondary"} to="/career">
					See open positions
				</ButtonLink>
			</div>
		</section>
	);
}
