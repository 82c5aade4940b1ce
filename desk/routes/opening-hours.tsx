import { Fragment } from "react";
import { data, Form, Link, redirect } from "react-router";
import { isObject } from "../../features/publishing/forms/field-names.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { weekdays } from "../../shared/weekdays.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { ErrorText, findError, TextField } from "../../ui/field.tsx";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase, type FormBase } from "../forms/use-form-base.ts";
import { Page } from "../layout/page.tsx";
import { readForm, readVersion } from "../read-form.server.ts";
import {
	listHoursErrors,
	mapWeekdays,
	readOpeningHours,
	toStoredHours,
	type TypedHours,
} from "../studio/opening-hours.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { getStudioDocument, readValues, textOf } from "../studio/read-document.server.ts";
import { saveValues } from "../studio/save-typed.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/opening-hours.ts";

const path = "/opening-hours";
/** The document of the studio that holds them. */
const companyDocument = "company.yml";

/** The opening hours of the draft, or else the public ones. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const found = await getStudioDocument(work, companyDocument);
	const { draft } = found.document;
	return {
		hours: readOpeningHours(readValues(textOf(found.document), found.kind)),
		version: draft?.version ?? 0,
		edition: found.document.edition,
	};
}

type ActionData = { hours: TypedHours; version: number; edition: number; errors: FieldError[] };

/** Saves the hours into the draft of the company's settings, which is published like any other. */
export async function action({ request, context }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const found = await getStudioDocument(work, companyDocument);
	const form = await readForm(request);
	const text = (name: string) => (form.get(name) ?? "").trim();
	const chosen = form.getAll("day");
	const typed: TypedHours = {
		days: weekdays.filter((day) => chosen.includes(day)),
		times: mapWeekdays((day) => ({ opens: text(`opens-${day}`), closes: text(`closes-${day}`) })),
		text: text("text"),
	};
	const basis = { version: readVersion(form.get("version")), edition: readVersion(form.get("edition")) };
	const hours = toStoredHours(typed);
	const errors = listHoursErrors(hours);
	if (errors.length > 0) return data({ hours: typed, ...basis, errors } satisfies ActionData, { status: 422 });
	const { fields, body } = readValues(textOf(found.document), found.kind);
	const saved = await saveValues(work, found, { fields: { ...(isObject(fields) && fields), hours }, body }, basis);
	if ("conflict" in saved) {
		const message = "Someone else has changed the company’s settings meanwhile. Check the hours and save again.";
		const errorsOfConflict = [{ field: `day-${weekdays[0]}`, message }];
		const { version, edition = basis.edition } = saved.conflict;
		return data({ hours: typed, version, edition, errors: errorsOfConflict } satisfies ActionData, { status: 409 });
	}
	if (saved.version === 0) {
		work.deskRequest.notices.leave("No changes to save.");
		throw redirect(path, 303);
	}
	if (text("do") === "publish")
		throw redirect(`/studio/publish?${new URLSearchParams({ path: companyDocument }).toString()}`, 303);
	work.deskRequest.notices.leave("Draft saved. Visitors see it once it is published.");
	throw redirect(path, 303);
}

export default function OpeningHoursPage({ loaderData, actionData }: Route.ComponentProps) {
	const { hours, errors } = { errors: [], ...loaderData, ...actionData };
	const base = useFormBase(
		[loaderData.version, loaderData.edition],
		actionData && [actionData.version, actionData.edition],
	);
	return (
		<Page title="Opening hours" subtitle="For business hours, the reply promise, calls and the site">
			<ErrorSummary errors={errors} />
			<HoursForm key={base.key} {...{ hours, base, errors }} />
			{loaderData.version > 0 && (
				<p className="hint">
					The company’s settings have a draft. Publishing includes all of its changes.{" "}
					<Link to={pathToEdit(companyDocument)}>See the draft</Link>
				</p>
			)}
		</Page>
	);
}

type HoursFormProps = Pick<ActionData, "hours" | "errors"> & {
	/** Of the version of the draft, and of the edition that is public. */
	base: FormBase<readonly number[]>;
};

function HoursForm({ hours, base, errors }: HoursFormProps) {
	const [version, edition] = base.version;
	return (
		<Form {...base.attributes} onSubmit={base.onSubmit} method="post" action={path} className="form opening-hours">
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="edition" value={edition} />
			{base.isOutdated && <OutdatedNotice />}
			<fieldset className="opening-days">
				<legend>Days and times</legend>
				{weekdays.map((day) => (
					<OpeningDay key={day} day={day} hours={hours} errors={errors} />
				))}
			</fieldset>
			<TextField
				name="text"
				label="As visitors read it"
				hint="Shown on the site and in e-mails"
				required
				defaultValue={hours.text}
				errors={errors}
			/>
			<div className="actions">
				<button name="do" value="publish" className="button-main">
					Save and publish…
				</button>
				<button name="do" value="save">
					Save draft
				</button>
			</div>
		</Form>
	);
}

const ends = ["opens", "closes"] as const;

/** A weekday with its times, which the style hides while it is closed. */
function OpeningDay({ day, hours, errors }: { day: (typeof weekdays)[number] } & Pick<ActionData, "hours" | "errors">) {
	return (
		<div className="opening-day">
			<label>
				<input id={`day-${day}`} type="checkbox" name="day" value={day} defaultChecked={hours.days.includes(day)} />
				{day}
			</label>
			<span className="opening-closed">Closed</span>
			<span className="opening-times">
				{ends.map((end) => {
					const name = `${end}-${day}`;
					const isFaulty = findError(errors, name) !== undefined;
					return (
						<Fragment key={end}>
							{end === "closes" && <span aria-hidden="true">–</span>}
							<input
								id={name}
								type="time"
								name={name}
								aria-label={`${day}, ${end}`}
								aria-invalid={isFaulty || undefined}
								aria-describedby={isFaulty ? `${name}-error` : undefined}
								defaultValue={hours.times[day][end]}
							/>
						</Fragment>
					);
				})}
			</span>
			{ends.map((end) => (
				<ErrorText key={end} id={`${end}-${day}-error`} message={findError(errors, `${end}-${day}`)} />
			))}
		</div>
	);
}
