import type { FieldError } from "../forms/error-summary.tsx";
import { Field } from "../forms/field.tsx";

/** The password and the second factor of somebody who says who they are. */
export function CredentialFields({ errors }: { errors: FieldError[] }) {
	return (
		<>
			<Field name="password" label="Password" type="password" autoComplete="current-password" errors={errors} />
			<Field
				name="code"
				label="Code"
				hint="Six digits from your authenticator app, or one of your recovery codes."
				autoComplete="one-time-code"
				errors={errors}
			/>
		</>
	);
}

/** A password that is chosen anew. */
export function NewPasswordField({ label = "New password", errors }: { label?: string; errors: FieldError[] }) {
	return (
		<Field
			name="password"
			label={label}
			hint="Twelve characters or more. A few words in a row are easy to keep."
			type="password"
			autoComplete="new-password"
			errors={errors}
		/>
	);
}

/** For password managers, which keep a password under it. */
export function KnownUsername({ email }: { email: string }) {
	return <input type="email" name="username" defaultValue={email} autoComplete="username" readOnly hidden />;
}
