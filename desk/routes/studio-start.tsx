import { Form, Link } from "react-router";
import type { AddressFinding } from "../../platform/operations/address-check.ts";
import type { Config } from "../../platform/config.ts";
import { mayRead } from "../guard/access.ts";
import { Page } from "../layout/page.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import { listFirstSteps } from "../studio/list-first-steps.ts";
import { pathToEdit } from "../studio/paths.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { countOf } from "../words.ts";
import type { Route } from "./+types/studio-start.ts";

const path = "/studio/start";

/** What is left until the site is this company's own, and can be shown to everybody. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, site, signedIn } = beginSiteWork(context);
	const findings = await site.checkLaunch();
	const byDocument = Map.groupBy(
		findings.filter(({ kind }) => kind === "content"),
		({ name }) => name,
	);
	return {
		steps: listFirstSteps(findings, { sendsEmails: deps.sendsEmails }),
		mayOperate: mayRead("routes/operations", signedIn.account.roles),
		publicUrl: deps.publicUrl,
		left: findings.length,
		documents: [...byDocument].map(([name, fields]) => ({
			name,
			fields: fields.map(({ field, text }) => ({ field, text })),
		})),
		others: findings.filter(({ kind }) => kind !== "content").map(({ name, text }) => ({ name, text })),
	};
}

/** Asks for the site at its address, as a visitor does. */
export async function action({ context }: Route.ActionArgs) {
	const { site } = beginSiteWork(context);
	return { address: await site.checkAddress() };
}

export default function StudioStartPage({ loaderData, actionData }: Route.ComponentProps) {
	const { steps, left, mayOperate, publicUrl, documents, others } = loaderData;
	const done = steps.filter(({ isDone }) => isDone).length;
	return (
		<Page title="First steps" subtitle={`${done} of ${steps.length} steps are done.`}>
			<StudioNavigation />
			<ol className="first-steps">
				{steps.map(({ key, title, text, isDone, links }) => (
					<li key={key} id={key}>
						<h2>{title}</h2>
						<StateLabel state={isDone ? { state: "sent", name: "Done" } : { state: "waiting", name: "To do" }} />
						<p>{text}</p>
						{links.length > 0 && (
							<ul className="links">
								{links.map((link) => (
									<li key={link.path}>
										<Link to={pathToEdit(link.path)}>{link.name}</Link>
									</li>
								))}
							</ul>
						)}
						{key === "email" && mayOperate && (
							<p>
								<Link to="/operations">Send a test e-mail, and look at the sending domain</Link>
							</p>
						)}
						{key === "address" && <AddressCheck publicUrl={publicUrl} findings={actionData?.address} />}
					</li>
				))}
			</ol>
			<section aria-labelledby="left">
				<h2 id="left">Launch check</h2>
				<p>
					{left === 0
						? "Nothing is left to replace. Have a lawyer read the terms and the privacy page."
						: `${countOf(left, `${left} places still say`, "One place still says")} what the sample company says, or miss a setting. The command npm run check:launch lists the same.`}
				</p>
				{others.length > 0 && (
					<ul>
						{others.map(({ name, text }) => (
							<li key={name}>
								{name}: {text}
							</li>
						))}
					</ul>
				)}
				{documents.map(({ name, fields }) => (
					<details key={name} className="sample-fields">
						<summary>
							{name} <span className="number">{fields.length}</span>
						</summary>
						<p>
							<Link to={pathToEdit(name)}>
								Edit<span className="sr-only"> {name}</span>
							</Link>
						</p>
						<ul>
							{fields.map(({ field, text }) => (
								<li key={`${field} ${text}`}>
									{field}: {text}
								</li>
							))}
						</ul>
					</details>
				))}
			</section>
		</Page>
	);
}

function AddressCheck({
	publicUrl,
	findings,
}: {
	publicUrl: Config["publicUrl"];
	findings: AddressFinding[] | undefined;
}) {
	return (
		<>
			<Form method="post" action={`${path}#address`} preventScrollReset>
				<button>Check {publicUrl} now</button>
			</Form>
			{findings && (
				<ul role="status">
					{findings.map(({ what, isWell, text, advice }) => (
						<li key={what}>
							<StateLabel state={isWell ? { state: "sent", name: what } : { state: "failed", name: what }} /> {text}{" "}
							{advice}
						</li>
					))}
				</ul>
			)}
		</>
	);
}
