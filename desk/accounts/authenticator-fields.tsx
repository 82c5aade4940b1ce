import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";

/** An authenticator app that is being set up. */
export type ShownAuthenticator = { setup: string; secret: string; qrCode: { size: number; path: string } };

/** The QR code, its secret as text, and the first six digits. */
export function AuthenticatorFields({
	authenticator,
	errors,
}: {
	authenticator: ShownAuthenticator;
	errors: FieldError[];
}) {
	const { setup, secret, qrCode } = authenticator;
	return (
		<fieldset className="authenticator">
			<legend>Authenticator app</legend>
			<p>Scan this with an authenticator app, such as Aegis, 2FAS, Google Authenticator or your password manager.</p>
			<svg
				viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
				role="img"
				aria-label="QR code of the secret below"
				shapeRendering="crispEdges"
				className="qr-code"
			>
				<path d={qrCode.path} />
			</svg>
			<p>
				Or enter this secret: <code>{secret.replaceAll(/(.{4})(?!$)/g, "$1 ")}</code>
			</p>
			<input type="hidden" name="setup" value={setup} />
			<TextField
				name="code"
				label="Code"
				hint="The six digits shown in the app."
				autoComplete="one-time-code"
				inputMode="numeric"
				required
				errors={errors}
			/>
		</fieldset>
	);
}
