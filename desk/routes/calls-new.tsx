import { randomUUID } from "node:crypto";
import { Form, Link, redirect } from "react-router";
import { z } from "zod";
import { visitorFields } from "../../features/booking/visitor-fields.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { SlotChoice } from "../calls/slot-choice.tsx";
import { readSlot, showTimes } from "../calls/slots.server.ts";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/calls-new.ts";

/** Preselected time and type of call. */
const slotQuery = z.object({
	date: z.string().max(10).catch(""),
	time: z.string().max(8).catch(""),
	type: z.string().max(100).catch(""),
});

/** The form that books a call for a visitor, perhaps on the phone. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const calls = deps.openCalls();
	const { date, time, type } = slotQuery.parse(readQuery(request));
	const { callTypes } = calls;
	const callType = callTypes.find(({ slug }) => slug === type) ?? callTypes[0];
	return {
		callTypes: callTypes.map(({ slug, title, callMinutes }) => ({ slug, title, callMinutes })),
		type: callType?.slug ?? "",
		free: showTimes(await calls.listFree(type), deps.company.timeZone),
		chosen: `${date} ${time}`.trim(),
		domains: [...(callType?.domains ?? [])],
		/** Sent twice, the form books once. */
		key: randomUUID(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const { deps, deskRequest, notingNew, signedIn } = beginWork(context);
	const form = await readForm(request);
	const typed = Object.fromEntries(
		["firstName", "lastName", "email", "phone", "domain", "message"].map((name) => [name, form.get(name) ?? ""]),
	);
	const slot = readSlot(form);
	const calls = deps.openCalls(notingNew("booking.book"));
	const options = { idempotencyKey: readFormKey(form), by: signedIn.account.id };
	const result = await calls.book(form.get("type") ?? "", { ...typed, ...slot }, options);
	if (!result.ok) {
		const errors = result.errors.map(({ field, message }): FieldError => ({
			field: field === "date" || field === "time" ? "slot" : field,
			message,
		}));
		return { typed, slot: `${slot.date} ${slot.time}`.trim(), errors };
	}
	deps.onEmails();
	deskRequest.notices.leave("Call booked. The invitation is on its way.");
	throw redirect(`/bookings/${encodeURIComponent(result.reference)}`, 303);
}

export default function CallsNewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { callTypes, type, free, chosen, domains, key } = loaderData;
	const errors = actionData?.errors ?? [];
	const typed: Record<string, string> = actionData?.typed ?? {};
	const fields = [
		{ name: "firstName", label: "First name" },
		{ name: "lastName", label: "Last name (optional)", required: false },
		{ name: "email", label: "E-mail", type: "email", hint: "The invitation is sent here." },
		{ name: "phone", label: "Phone", type: "tel" },
	] as const;
	return (
		<Page title="Book a call" subtitle="They get the same invitation as when they book on the site.">
			<ErrorSummary errors={errors} />
			{callTypes.length > 1 && (
				<nav aria-label="Type of call" className="view-links">
					<ul>
						{callTypes.map(({ slug, title, callMinutes }) => (
							<li key={slug}>
								<Link to={`/calls/new?type=${slug}`} aria-current={slug === type ? "true" : undefined}>
									{title} <span className="number">{callMinutes} min</span>
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
			{free.length === 0 && (
				<p className="empty">
					No free times in the booking window. <Link to="/calls">Open the calendar</Link>
				</p>
			)}
			<Form method="post" className="form" noValidate>
				<input type="hidden" name="key" value={key} />
				<input type="hidden" name="type" value={type} />
				<SlotChoice key={type} free={free} chosen={actionData?.slot ?? chosen} errors={errors} />
				{fields.map((field) => (
					<TextField
						required
						key={field.name}
						{...field}
						maxLength={visitorFields[field.name].maxLength}
						autoComplete="off"
						defaultValue={typed[field.name]}
						errors={errors}
					/>
				))}
				<SelectField
					key={`${type} topics`}
					name="domain"
					label="About"
					options={domains}
					defaultValue={typed["domain"]}
				/>
				<TextArea
					name="message"
					label="Notes (optional)"
					rows={4}
					maxLength={visitorFields.message.maxLength}
					defaultValue={typed["message"]}
				/>
				<button className="button-main">Book call</button>
			</Form>
		</Page>
	);
}
