import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";

/** The password and second factor that prove who somebody is. */
export function CredentialFields({ errors }: { errors: FieldError[] }) {
	return (
		<>
			<TextField
				name="password"
				label="Password"
				type="password"
				autoComplete="current-password"
				required
				errors={errors}
			/>
			<TextField
				name="code"
				label="Code"
				hint="Six digits from your authenticator app, or a recovery code."
				autoComplete="one-time-code"
				required
				errors={errors}
			/>
		</>
	);
}

export function NewPasswordField({ label = "New password", errors }: { label?: string; errors: FieldError[] }) {
	return (
		<TextField
			name="password"
			label={label}
			hint="At least 12 characters. A few random words are easy to remember."
			type="password"
			autoComplete="new-password"
			required
			errors={errors}
		/>
	);
}

/** Password managers store a password under it. */
export function KnownUsername({ email }: { email: string }) {
	return <input type="email" name="username" defaultValue={email} autoComplete="username" readOnly hidden />;
}
