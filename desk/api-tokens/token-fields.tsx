import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { apiAreas, type ApiScope } from "../api/api-scopes.ts";

export const maxNameLength = 60;

/** Days for which a token can work. */
export const termDays = [30, 90, 365] as const;

const termNames: Readonly<Record<(typeof termDays)[number], string>> = { 30: "30 days", 90: "90 days", 365: "1 year" };

/** A token as an admin types it. */
export type TypedToken = { name: string; days: (typeof termDays)[number]; scopes: ApiScope[] };

/** The fields of a new token. */
export function TokenFields({ typed, errors }: { typed: TypedToken; errors: readonly FieldError[] }) {
	const rightTo = (key: string) =>
		typed.scopes.find((scope) => scope.startsWith(`${key}:`))?.slice(key.length + 1) ?? "";
	return (
		<>
			<TextField
				name="name"
				label="Name"
				hint="Such as “CRM sync”. Records show it in their history."
				maxLength={maxNameLength}
				autoComplete="off"
				defaultValue={typed.name}
				required
				errors={errors}
			/>
			{apiAreas.map(({ key, label, canChange, hint }) => (
				<SelectField
					key={key}
					name={`area-${key}`}
					label={label}
					hint={hint}
					placeholder="No access"
					options={[
						{ value: "read", label: "Read" },
						...(canChange ? [{ value: "change", label: "Read and change" }] : []),
					]}
					defaultValue={rightTo(key)}
					errors={errors}
				/>
			))}
			<SelectField
				name="days"
				label="Expires after"
				options={termDays.map((days) => ({ value: days, label: termNames[days] }))}
				defaultValue={typed.days}
				errors={errors}
			/>
		</>
	);
}
