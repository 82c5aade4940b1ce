import { Form } from "react-router";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

type OwnFeedProps = {
	/** Since when there is an address. */
	since: ShownValue | undefined;
	/** The address, just after it was made. */
	address: string | undefined;
};

/** The address by which a calendar program shows the calls that somebody holds. */
export function OwnFeed({ since, address }: OwnFeedProps) {
	return (
		<>
			<p>
				A calendar program can subscribe to the calls that you hold. Whoever has the address can read who comes to them,
				so keep it to yourself.
			</p>
			{address !== undefined && (
				<p role="status">
					<code>{address}</code> is the address. Copy it now: it is not shown again.
				</p>
			)}
			{address === undefined && since && (
				<p className="hint">
					There is an address since <ValueText value={since} />. A new one makes it worthless.
				</p>
			)}
			<Form method="post" preventScrollReset>
				<button name="do" value="feed">
					{since ? "Make a new address" : "Make an address"}
				</button>
			</Form>
		</>
	);
}
