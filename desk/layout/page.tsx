import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { FrameData } from "./frame-data.ts";

type PageProps = {
	title: string;
	/** The page's subject, in a few words. */
	subtitle?: ReactNode;
	/** Actions; at most one is the filled button. */
	actions?: ReactNode;
	/** The heading gets the focus when the page is opened, instead of the whole of the content. */
	takesFocus?: boolean;
	children?: ReactNode;
};

/** The content of a page: title, actions and the rest. */
export function Page({ title, subtitle, actions, takesFocus = false, children }: PageProps) {
	const company = useRouteLoaderData<FrameData>("root")?.company.name ?? "";
	return (
		<>
			<title>{`${title} · Desk · ${company}`}</title>
			<div className="page-head">
				<div>
					<h1 dir="auto" {...(takesFocus && { tabIndex: -1, "data-takes-focus": true })}>
						{title}
					</h1>
					{subtitle && <div className="subtitle">{subtitle}</div>}
				</div>
				{actions && <div className="actions">{actions}</div>}
			</div>
			{children}
		</>
	);
}
