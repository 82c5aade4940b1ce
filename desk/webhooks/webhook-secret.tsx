import { NewSecret } from "../layout/new-secret.tsx";

/** The new secret of a webhook. */
export function WebhookSecret({ secret, path }: { secret: string; path: string }) {
	return (
		<NewSecret title="Signing secret" secret={secret} path={path}>
			With it, the receiver checks that events come from here.
		</NewSecret>
	);
}
