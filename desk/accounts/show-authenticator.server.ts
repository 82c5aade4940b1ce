import type { AuthenticatorSetup } from "../../core/accounts/ways-to-sign-in.server.ts";
import type { ShownAuthenticator } from "./authenticator-fields.tsx";
import { drawQrCode } from "./draw-qr-code.server.ts";

export function showAuthenticator({ setup, secret, uri }: AuthenticatorSetup): ShownAuthenticator {
	return { setup, secret, qrCode: drawQrCode(uri) };
}
