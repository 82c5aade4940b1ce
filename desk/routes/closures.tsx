import { data, Form, redirect } from "react-router";
import { addClosure, deleteClosure } from "../../core/appointments/absence-store.server.ts";
import { isCalendarDate } from "../../shared/slot-times.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { findDate, findEndOfDay, findStartOfDay } from "../../shared/zoned-time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { countAffected, describeAffected, findAffected, listAbsences } from "../calls/affected.server.ts";
import { DaysForm, type ShownDays } from "../hosts/days-form.tsx";
import { readDays, readTypedDays } from "../hosts/read-settings.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/closures.ts";

/** Closed days: holidays of the content, and those that staff have added. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginWork(context);
	const { deps, now } = work;
	const { company } = deps;
	const today = findDate(now.epochMilliseconds, company.timeZone);
	const absences = await listAbsences(work, undefined);
	const affected = await findAffected(work, absences);
	const dayOf = (ms: number) => Temporal.PlainDate.from(findDate(ms, company.timeZone));
	const all = absences.map(({ id, startMs, endMs, text }) => ({
		id,
		from: dayOf(startMs),
		until: dayOf(endMs - 1),
		text,
		// Closed days of content have their date as id.
		canBeRemoved: !isCalendarDate(id),
		affected: describeAffected(affected.get(id), `/closures/${encodeURIComponent(id)}`),
	}));
	const isClosed = (date: string) => all.some(({ from, until }) => from.toString() <= date && date <= until.toString());
	return {
		entries: all.map(({ from, until, ...entry }): ShownDays => ({
			...entry,
			from: showValue(from, company),
			until: showValue(until, company),
		})),
		holidays: (deps.company.demo.publicHolidays ?? [])
			.filter(({ date }) => date >= today && !isClosed(date))
			.map(({ date, reason: name }) => ({ date, name, day: showValue(Temporal.PlainDate.from(date), company).text })),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const work = beginWork(context);
	const { deps, signedIn, deskRequest, now, noting } = work;
	const { timeZone } = deps.company;
	const form = await readForm(request);
	const { database } = noting({ action: `closure.${form.get("do") === "remove" ? "removed" : "added"}`, subject: "" });
	const closureOf = (from: string, until: string, reason: string) => ({
		startMs: findStartOfDay(from, timeZone),
		endMs: findEndOfDay(until, timeZone),
		reason,
		createdBy: signedIn.account.id,
	});
	const done = (notice: string, to = "/closures"): never => {
		deskRequest.notices.leave(notice);
		throw redirect(to, 303);
	};
	const asked = form.get("do");
	if (asked === "add") {
		const read = readDays(form, findDate(now.epochMilliseconds, timeZone));
		const reason = (form.get("text") ?? "").trim().slice(0, 100);
		const errors: FieldError[] = [];
		if ("error" in read) errors.push(read.error);
		if (reason === "") errors.push({ field: "text", message: "Enter a reason; visitors see it" });
		if ("error" in read || errors.length > 0) return { errors, typed: readTypedDays(form) };
		const closure = closureOf(read.days.from, read.days.until, reason);
		const id = await database.write((transaction) => addClosure(transaction, closure, now));
		const added = { ...closure, id, hostId: undefined, text: reason };
		const affected = (await findAffected(work, [added])).get(id) ?? [];
		if (affected.length === 0) return done("Closed days added.");
		const to = `/closures/${encodeURIComponent(id)}`;
		return done(`Closed days added. ${countAffected(affected)} still booked then.`, to);
	}
	if (asked === "holidays") {
		const chosen = (deps.company.demo.publicHolidays ?? []).filter(({ date }) => form.getAll("holiday").includes(date));
		if (chosen.length === 0) return done("Select at least one holiday.");
		await database.write(async (transaction) => {
			for (const { date, reason } of chosen) await addClosure(transaction, closureOf(date, date, reason), now);
		});
		return done("Holidays added. Existing appointments stay.");
	}
	if (asked === "remove") {
		const isRemoved = await database.write((transaction) => deleteClosure(transaction, form.get("id") ?? ""));
		return done(isRemoved ? "Closed day removed." : "This closed day was already removed.");
	}
	throw data(null, { status: 400 });
}

export default function ClosuresPage({ loaderData, actionData }: Route.ComponentProps) {
	const { entries, holidays } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page title="Holidays & closed days" subtitle="No calls or interviews on these days. Visitors see the reason.">
			<ErrorSummary errors={errors} />
			<DaysForm
				entries={entries}
				none="No upcoming closed days."
				textLabel="Reason"
				add={{ value: "add", label: "Add closed days" }}
				remove="remove"
				isMain
				typed={actionData?.typed}
				errors={errors}
			/>
			{holidays.length > 0 && (
				<section aria-labelledby="holidays">
					<h2 id="holidays">Public holidays</h2>
					<Form method="post" className="form">
						<fieldset className="checks">
							<legend>Holidays to close on</legend>
							{holidays.map(({ date, day, name }) => (
								<label key={date}>
									<input type="checkbox" name="holiday" value={date} />
									{day}: {name}
								</label>
							))}
						</fieldset>
						<button name="do" value="holidays">
							Add selected holidays
						</button>
					</Form>
				</section>
			)}
		</Page>
	);
}
