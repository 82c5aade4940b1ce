import { ArrowLeft } from "lucide-react";
import { data, Link } from "react-router";
import { jobsContext } from "../../features/careers/context.server.ts";
import { describeJobPosting } from "../../features/careers/jobs/job-posting.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { describeBreadcrumbs } from "../../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { formatDate } from "../../shared/format-date.ts";
import { formatPay } from "../../shared/job-pay.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PrintedAddress } from "../layout/printed-address.tsx";
import { useSource } from "../layout/use-source.ts";
import { loadReplyTimes } from "../load-reply-times.server.ts";
import { Prose } from "../sections/prose.tsx";
import type { Route } from "./+types/job.ts";

const maxDescriptionLength = 155;

export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const job = await context.get(jobsContext).find(params.jobId);
	if (!job) throw data(null, { status: 404 });
	const path = `/career/jobs/${job.id}`;
	const trail = [
		{ name: "Careers", path: "/career" },
		{ name: job.title, path },
	];
	const replyTimes = await loadReplyTimes(context, "applications");
	const description = `${job.title} in ${job.location}. ${job.summary}`;
	return {
		job,
		...replyTimes,
		pay: job.pay && formatPay(job.pay, content.company.locale),
		head: headOf(content, path, {
			meta: {
				title: `${job.title}, ${job.location}`,
				description:
					description.length > maxDescriptionLength ? `${description.slice(0, maxDescriptionLength)}…` : description,
				keywords: job.keywords,
			},
			cardPath: "/career",
			structuredData: [
				describeJobPosting(job, {
					company: content.company,
					locations: content.careers.locations,
					origin: originPlaceholder,
				}),
				describeBreadcrumbs(trail, originPlaceholder),
			],
		}),
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

/** One job with its whole description: docs/product/careers.md, Position page. */
export default function JobPage({ loaderData: { job, replyTimes, pay, head } }: Route.ComponentProps) {
	const source = useSource();
	const facts = [
		["Department", `${job.department}, ${job.team}`],
		["Location", job.location],
		["Workplace", job.workplace],
		["Employment", job.type],
		...(pay === undefined ? [] : [["Pay", pay] as const]),
		...(job.benefits.length > 0 ? [["Benefits", job.benefits.join(", ")] as const] : []),
		["Posted", formatDate(job.postedOn)],
		["Apply by", formatDate(job.closesOn)],
	] as const;
	return (
		<div className="container-page py-10 lg:py-16">
			<Link
				to={source.addTo("/career")}
				className="inline-flex min-h-11 items-center gap-2 text-16 font-semibold text-accent-text hover:text-ink print:hidden"
			>
				<ArrowLeft aria-hidden="true" className="size-5" /> Back to Career Page
			</Link>
			<div className="mt-4 grid gap-12 lg:grid-cols-12">
				<article className="lg:col-span-7">
					<h1 className="text-title">{job.title}</h1>
					<p className="mt-5 text-22 text-ink">{job.summary}</p>
					{/* Rendered from Markdown and sanitised when the job was stored. */}
					<Prose html={job.description} className="mt-8" />
				</article>
				<aside aria-label="About this position" className="lg:col-span-4 lg:col-start-9">
					<div className="rounded-20 border border-hairline bg-white p-6 lg:sticky lg:top-24">
						<dl className="divide-y divide-hairline">
							{facts.map(([label, value]) => (
								<div key={label} className="py-3 text-16">
									<dt className="text-14 text-muted">{label}</dt>
									<dd className="text-ink">{value}</dd>
								</div>
							))}
						</dl>
						<ButtonLink to={source.addTo(`/career/apply/${job.id}`)} className="mt-6 w-full print:hidden">
							Apply now
						</ButtonLink>
						{replyTimes !== undefined && <p className="mt-4 text-14 text-muted">{replyTimes}</p>}
					</div>
				</aside>
			</div>
			<PrintedAddress head={head} label="Apply at" />
		</div>
	);
}
