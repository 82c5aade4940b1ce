import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";

/** A mailbox as its form shows it, without secrets. */
export type TypedMailbox = {
	address: string;
	kind: string;
	by: "imap" | "http";
	host: string;
	port: string;
	security: string;
	user: string;
	folder: string;
	trustedAuthserv: string;
	loginWith: "password" | "oauth2";
	tokenUrl: string;
	clientId: string;
	hasPlusAddresses: boolean;
	readsEarlier: boolean;
};

type FieldsProps = { typed: TypedMailbox; errors: FieldError[]; isNew: boolean };

/** The server of a mailbox, and how to sign in. Empty secrets of an existing mailbox stay as they are. */
export function ImapFields({ typed, errors, isNew }: FieldsProps) {
	const kept = isNew ? undefined : "Leave empty to keep the current one.";
	return (
		<>
			<fieldset className="form-group">
				<legend>IMAP server</legend>
				<TextField name="host" label="Server" required defaultValue={typed.host} errors={errors} />
				<TextField name="port" label="Port" inputMode="numeric" required defaultValue={typed.port} errors={errors} />
				<SelectField
					name="security"
					label="Encryption"
					defaultValue={typed.security}
					errors={errors}
					options={[
						{ value: "tls", label: "TLS" },
						{ value: "starttls", label: "STARTTLS" },
						{ value: "none", label: "None (this machine only)" },
					]}
				/>
				<TextField
					name="user"
					label="User name"
					hint="Usually the e-mail address. For a shared mailbox of Microsoft 365, the shared address."
					required
					autoComplete="off"
					defaultValue={typed.user}
					errors={errors}
				/>
				<TextField name="folder" label="Folder" required defaultValue={typed.folder} errors={errors} />
			</fieldset>
			<fieldset className="form-group">
				<legend>Sign-in</legend>
				<SelectField
					name="loginWith"
					label="With"
					defaultValue={typed.loginWith}
					errors={errors}
					options={[
						{ value: "password", label: "Password" },
						{ value: "oauth2", label: "OAuth 2 (Google, Microsoft 365)" },
					]}
				/>
				<TextField
					name="password"
					type="password"
					label="Password"
					note={typed.loginWith === "oauth2" ? "(not with OAuth 2)" : undefined}
					hint={kept}
					autoComplete="new-password"
					errors={errors}
				/>
				<details className="form-group" open={typed.loginWith === "oauth2"}>
					<summary>OAuth 2</summary>
					<TextField name="tokenUrl" label="Token URL" type="url" defaultValue={typed.tokenUrl} errors={errors} />
					<TextField name="clientId" label="Client ID" defaultValue={typed.clientId} errors={errors} />
					<TextField
						name="clientSecret"
						type="password"
						label="Client secret"
						note="(if the client has one)"
						hint={kept}
						autoComplete="new-password"
						errors={errors}
					/>
					<TextField
						name="refreshToken"
						type="password"
						label="Refresh token"
						hint={kept}
						autoComplete="new-password"
						errors={errors}
					/>
				</details>
			</fieldset>
			<details
				className="form-group"
				open={typed.trustedAuthserv !== "" || errors.some(({ field }) => field === "trustedAuthserv")}
			>
				<summary>Advanced</summary>
				<TextField
					name="trustedAuthserv"
					label="Authentication server"
					note="(optional)"
					hint="The name at the start of Authentication-Results in received messages, such as mx.google.com. Its verdict on forged senders is then trusted. Microsoft 365 writes no name: leave this empty."
					defaultValue={typed.trustedAuthserv}
					errors={errors}
				/>
			</details>
		</>
	);
}
