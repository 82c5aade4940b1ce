import { Form, Link, redirect } from "react-router";
import { listKept, nameMonths } from "../../features/privacy-requests/kept-after-erasure.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Page } from "../layout/page.tsx";
import { getPerson } from "../people/get-person.server.ts";
import { GroundsFields } from "../people/grounds-fields.tsx";
import { erasureReasons, readGrounds } from "../people/reasons.ts";
import { readForm } from "../read-form.server.ts";
import { countOf } from "../words.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/person-erase.ts";

/** Shows what erasing a person deletes, and what it keeps. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const person = await getPerson(context, params);
	const records = await deps.people.describe(person.email);
	const sum = (count: (record: (typeof records)[number]) => number) =>
		records.reduce((total, record) => total + count(record), 0);
	return {
		...person,
		records: records.map(({ reference, name }) => `${name} ${reference}`),
		written: sum(({ work }) => work.length),
		files: sum(({ files }) => files.length),
		kept: listKept(new Set(records.map(({ name }) => name)), deps.people.lockedMonths),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, noteIn } = beginWork(context);
	const { reference, addresses } = await getPerson(context, params);
	const form = await readForm(request);
	const grounds = readGrounds(form, erasureReasons);
	if (!grounds) return { errors: [{ field: "askedBy", message: "Choose who asked and why." }] };
	if (form.get("addresses") !== addresses.join(" "))
		return {
			errors: [{ field: "askedBy", message: "The person’s addresses have changed. Check the list, then erase again." }],
		};
	const { records, files, remarks } = await deps.people.erase(
		addresses,
		noteIn({ action: "person.erase", subject: reference, details: grounds }),
	);
	const count = [...records.values()].reduce((total, one) => total + one, 0);
	const { lockedMonths } = deps.people;
	deskRequest.notices.leave(
		[
			`Erased: ${countOf(count, `${count} records`, "1 record")}, ${countOf(files, `${files} files`, "1 file")}.`,
			...(lockedMonths === 0 || count === 0
				? []
				: [`An encrypted archive of each record is kept for ${nameMonths(lockedMonths)}.`]),
			...remarks,
		].join(" "),
	);
	throw redirect("/", 303);
}

export default function PersonErasePage({ loaderData, actionData }: Route.ComponentProps) {
	const { addresses, path, records, written, files, kept } = loaderData;
	return (
		<Page title="Erase person" subtitle={addresses.join(", ")}>
			<ErrorSummary errors={actionData?.errors ?? []} />
			<section aria-labelledby="deleted">
				<h2 id="deleted">Deleted</h2>
				<ul className="plain-list">
					{records.map((record) => (
						<li key={record}>{record}</li>
					))}
					{written > 0 && (
						<li>{countOf(written, `${written} notes and replies about them`, "1 note or reply about them")}</li>
					)}
					{files > 0 && <li>{countOf(files, `${files} files`, "1 file")}</li>}
					{addresses.length > 1 && (
						<li>
							The merging of {addresses.length} addresses: {addresses.join(", ")}
						</li>
					)}
					<li>All e-mails about them, sent or not. Upcoming calls are cancelled without notice.</li>
				</ul>
			</section>
			<section aria-labelledby="kept">
				<h2 id="kept">Kept</h2>
				<ul className="plain-list">
					{kept.map((one) => (
						<li key={one}>{one}</li>
					))}
				</ul>
			</section>
			<Form method="post" action={`${path}/erase`} className="form">
				<input type="hidden" name="addresses" value={addresses.join(" ")} />
				<GroundsFields reasons={erasureReasons} />
				<p className="error">You cannot undo this.</p>
				<div className="inline-form">
					<button className="button-main">Erase person</button>
					<Link to={path}>Cancel</Link>
				</div>
			</Form>
		</Page>
	);
}
