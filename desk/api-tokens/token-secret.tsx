import { NewSecret } from "../layout/new-secret.tsx";

/** The secret of a new token. */
export function TokenSecret({ secret, path }: { secret: string; path: string }) {
	return (
		<NewSecret title="Token" secret={secret} path={path}>
			The program sends it as <code>Authorization: Bearer</code> with each request. Whoever has it can do what the
			program can.
		</NewSecret>
	);
}
