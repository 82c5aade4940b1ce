import { data, Form, redirect } from "react-router";
import {
	addSourceLink,
	changeSourceLink,
	findSourceLink,
	nameSourceLink,
	turnSourceLink,
} from "../../core/records/source-links.server.ts";
import { listAllJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { checkLink, listTargets, readLinkForm, type TypedLink } from "../source-links/source-link-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/source-link.ts";

/** One source link, or the empty form of a new one. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const { link, targets } = await getLink({ context, name: params.name });
	const typed: TypedLink = {
		name: link?.name ?? "",
		target: link?.target ?? "",
		label: link?.label ?? "",
		cost: link?.cost === undefined ? "" : String(link.cost),
		currency: link?.currency || deps.company.currency,
	};
	return {
		name: link?.name,
		title: link ? nameSourceLink(link) : "New source link",
		isOn: link?.isOn,
		address: `${deps.config.publicUrl}/go/`,
		targets,
		typed,
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deskRequest, noting, now } = beginWork(context);
	const { link, targets } = await getLink({ context, name: params.name });
	const form = await readForm(request);
	const leave = (notice: string): never => {
		deskRequest.notices.leave(notice);
		throw redirect("/source-links", 303);
	};
	const asked = form.get("do");
	if (link && (asked === "on" || asked === "off")) {
		const isOn = asked === "on";
		const { database } = noting({ action: `source-link.${asked}`, subject: link.name });
		await database.write((transaction) => turnSourceLink(transaction, { name: link.name, isOn }, now));
		return leave(isOn ? "Link turned on." : "Link turned off. Visitors who follow it see that there is no such page.");
	}
	if (asked !== "save") throw data(null, { status: 400 });
	const read = readLinkForm(form);
	const typed = link ? { ...read, name: link.name } : read;
	const checked = checkLink(typed, targets);
	if (!checked.ok) return data({ errors: checked.errors, typed }, { status: 422 });
	const { database } = noting({ action: link ? "source-link.change" : "source-link.add", subject: typed.name });
	const isSaved = await database.write((transaction) =>
		link ? changeSourceLink(transaction, checked.link) : addSourceLink(transaction, checked.link, now),
	);
	if (!isSaved)
		return data({ errors: [{ field: "name", message: "Another link has this name" }], typed }, { status: 422 });
	return leave(link ? "Link saved." : "Link created.");
}

/** @throws a 404 response for an unknown link */
async function getLink({ context, name }: Pick<Route.LoaderArgs, "context"> & { name: string | undefined }) {
	const { deps, source, now } = beginWork(context);
	const { db } = source.database;
	const link = name === undefined ? undefined : await findSourceLink(db, name);
	if (name !== undefined && !link) throw data(null, { status: 404 });
	const today = findDate(now.epochMilliseconds, deps.company.timeZone);
	return { link, targets: listTargets(await listAllJobs(db), today, link?.target) };
}

export default function SourceLinkPage({ loaderData, actionData }: Route.ComponentProps) {
	const { name, title, isOn, address, targets } = loaderData;
	const typed = actionData?.typed ?? loaderData.typed;
	const errors = actionData?.errors ?? [];
	const path = name === undefined ? "/source-links/new" : `/source-links/${name}`;
	return (
		<Page title={title} subtitle={name === undefined ? undefined : <code>{address + name}</code>}>
			<ErrorSummary errors={errors} />
			<Form method="post" action={path} className="form" reloadDocument noValidate>
				{name === undefined && (
					<TextField
						name="name"
						label="Name"
						hint={`The end of its address: ${address}linkedin-march. It cannot be changed later.`}
						maxLength={40}
						autoComplete="off"
						autoCapitalize="none"
						defaultValue={typed.name}
						required
						errors={errors}
					/>
				)}
				<SelectField name="target" label="Leads to" options={targets} defaultValue={typed.target} errors={errors} />
				<TextField
					name="label"
					label="Label (optional)"
					hint="As your team sees the source."
					maxLength={60}
					defaultValue={typed.label}
					errors={errors}
				/>
				<div className="field-row">
					<TextField
						name="cost"
						label="Total cost (optional)"
						inputMode="decimal"
						autoComplete="off"
						defaultValue={typed.cost}
						errors={errors}
					/>
					<TextField
						name="currency"
						label="Currency"
						maxLength={3}
						autoComplete="off"
						defaultValue={typed.currency}
						errors={errors}
					/>
				</div>
				<div className="actions">
					<button name="do" value="save" className="button-main">
						{name === undefined ? "Create link" : "Save link"}
					</button>
					{isOn !== undefined && (
						<button name="do" value={isOn ? "off" : "on"}>
							{isOn ? "Turn off" : "Turn on"}
						</button>
					)}
				</div>
			</Form>
		</Page>
	);
}
