import { Form } from "react-router";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

type OwnFeedProps = {
	/** Since when there is an address. */
	since: ShownValue | undefined;
	/** The address, shown only after it was created. */
	address: string | undefined;
};

/** The calendar feed of a host's calls. */
export function OwnFeed({ since, address }: OwnFeedProps) {
	return (
		<>
			<p>
				Subscribe to your calls and interviews in a calendar app. Anyone with the address can see who is coming, so keep
				it to yourself.
			</p>
			{address !== undefined && (
				<p role="status">
					<code>{address}</code> Copy this address now: it is not shown again.
				</p>
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
