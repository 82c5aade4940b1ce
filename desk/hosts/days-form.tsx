import { Form, Link } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import type { TypedDays } from "./read-settings.server.ts";

export type ShownDays = {
	id: string;
	from: ShownValue;
	until: ShownValue;
	text: string;
	canBeRemoved: boolean;
	/** The appointments on these days, which stay until somebody changes them: their number in words, and their page. */
	affected: { count: string; path: string } | undefined;
};

type DaysFormProps = {
	/** Present entries, earliest first. */
	entries: ShownDays[];
	none: string;
	textLabel: string;
	/** Values of the buttons. */
	add: { value: string; label: string };
	remove: string;
	/** Whether adding is the page's main action. */
	isMain?: boolean;
	/** Refused, with their errors. */
	typed?: TypedDays | undefined;
	errors: FieldError[];
};

/** Days without calls, and a form to add some. */
export function DaysForm({ entries, none, textLabel, add, remove, isMain = false, typed, errors }: DaysFormProps) {
	return (
		<>
			{entries.length === 0 ? (
				<p className="empty">{none}</p>
			) : (
				<ul className="days-off">
					{entries.map(({ id, from, until, text, canBeRemoved, affected }) => (
						<li key={id}>
							<span>
								<ValueText value={from} />
								{until.text !== from.text && (
									<>
										{" "}
										to <ValueText value={until} />
									</>
								)}
								{text !== "" && `: ${text}`}
							</span>
							{canBeRemoved && (
								<Form method="post" preventScrollReset>
									<input type="hidden" name="id" value={id} />
									<button name="do" value={remove}>
										Remove
										<span className="sr-only">
											{" "}
											{from.text} {text}
										</span>
									</button>
								</Form>
							)}
							{affected && (
								<p className="days-off-affected">
									{affected.count} still booked then. <Link to={affected.path}>Move, reassign or cancel</Link>
								</p>
							)}
						</li>
					))}
				</ul>
			)}
			<Form method="post" className="form" preventScrollReset key={entries.length}>
				<TextField name="from" label="First day" type="date" required defaultValue={typed?.from} errors={errors} />
				<TextField name="until" label="Last day (optional)" type="date" defaultValue={typed?.until} errors={errors} />
				<TextField name="text" label={textLabel} maxLength={100} defaultValue={typed?.text} errors={errors} />
				<button className={isMain ? "button-main" : undefined} name="do" value={add.value}>
					{add.label}
				</button>
			</Form>
		</>
	);
}
