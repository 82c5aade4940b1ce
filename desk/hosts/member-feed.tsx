import { Form } from "react-router";
import { NewSecret } from "../layout/new-secret.tsx";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

type OwnFeedProps = {
	/** Since when there is an address. */
	since: ShownValue | undefined;
	/** The address, while it is shown. */
	address: string | undefined;
	/** The page's. */
	path: string;
};

/** The calendar feed of a host's calls. */
export function OwnFeed({ since, address, path }: OwnFeedProps) {
	return (
		<>
			<p>
				Subscribe to your calls and interviews in a calendar app. Anyone with the address can see who is coming, so keep
				it to yourself.
			</p>
			{address !== undefined && (
				<NewSecret title="Address of your feed" secret={address} path={path}>
					Add it to your calendar app.
				</NewSecret>
			)}
			{address === undefined && since && (
				<p className="hint">
					Address created <ValueText value={since} />. Creating a new one disables it.
				</p>
			)}
			<Form method="post" preventScrollReset>
				<button name="do" value="feed">
					{since ? "Replace address" : "Create address"}
				</button>
			</Form>
		</>
	);
}
