import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { FrameData } from "./frame.tsx";

type PageProps = {
	title: string;
	/** What stands beneath the heading: what the page is about, in a few words. */
	subtitle?: ReactNode;
	/** What can be done here; one of them at most is the filled button. */
	actions?: ReactNode;
	children?: ReactNode;
};

/** The content of a page of the desk: its title, what can be done, and the rest. */
export function Page({ title, subtitle, actions, children }: PageProps) {
	const company = useRouteLoaderData<FrameData>("root")?.company.name ?? "";
	return (
		<>
			<title>{`${title} · Desk · ${company}`}</title>
			<div className="page-head">
				<div>
					<h1>{title}</h1>
					{subtitle && <div className="subtitle">{subtitle}</div>}
				</div>
				{actions && <div className="actions">{actions}</div>}
			</div>
			{children}
		</>
	);
}
