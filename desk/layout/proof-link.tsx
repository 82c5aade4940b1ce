import type { ReactNode } from "react";
import { Link } from "react-router";
import { writeReturnPath } from "../return-path.ts";

/** Takes the place of actions that need a fresh proof of identity. */
export function ProofLink({
	to,
	isNewTab = false,
	children,
}: {
	/** The page that it leads back to. */
	to: string;
	/** For a page on which something may have been typed. */
	isNewTab?: boolean;
	/** The purpose of the proof. */
	children: ReactNode;
}) {
	return (
		<p className="remark">
			<Link
				id="prove"
				className="button button-main"
				to={writeReturnPath("/prove", to)}
				target={isNewTab ? "_blank" : undefined}
			>
				Confirm it’s you{isNewTab && <span className="sr-only"> (opens in a new tab)</span>}
			</Link>{" "}
			{children}
		</p>
	);
}
