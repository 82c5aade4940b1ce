import type { ReactNode } from "react";
import { Form } from "react-router";
import { NewSecret } from "../layout/new-secret.tsx";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

type MemberFeedProps = {
	/** Since when there is an address. */
	since: ShownValue | undefined;
	/** The address, while it is shown. */
	address: string | undefined;
	/** The page's. */
	path: string;
	/** Says what the feed has. */
	children: ReactNode;
};

/** A calendar feed of a member, whose address is shown once. */
export function MemberFeed({ since, address, path, children }: MemberFeedProps) {
	return (
		<>
			<p>{children}</p>
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
