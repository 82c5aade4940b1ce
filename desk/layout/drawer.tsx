import { Maximize2, X } from "lucide-react";
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";

type DrawerProps = {
	title: string;
	subtitle?: ReactNode;
	/** Address of the page without the drawer; its fragment names the element that then gets the focus. */
	closePath: string;
	/** A wide one lies over its page; a narrow one is beside it. */
	isWide?: boolean;
	/** Beside the title, before the page of the same thing without the list or calendar. */
	actions?: ReactNode;
	wholePage?: { path: string; title: string };
	children: ReactNode;
};

/**
 * A dialog at the side of a page, which is a child route of it; on a phone it is all of the window. Its heading gets the focus; Escape
 * closes it, but first leaves a field, whose text would be lost.
 */
export function Drawer({ title, subtitle, closePath, isWide = false, actions, wholePage, children }: DrawerProps) {
	const id = useId();
	const drawer = useRef<HTMLDivElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const navigate = useNavigate();
	useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
	// With the focus: a key pressed at once is for this drawer, not for the one before.
	useLayoutEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
			// That closes first.
			if (drawer.current?.querySelector(".pop-up[open]")) return;
			const { target } = event;
			// It drops its choice first, which leaving it would save.
			if (target instanceof Element && target.closest("[data-own-escape]")) return;
			const isTyping = target instanceof Element && target.matches("input:not([type='checkbox']), select, textarea");
			if (isTyping && drawer.current?.contains(target)) heading.current?.focus({ preventScroll: true });
			else void navigate(closePath, { preventScrollReset: true });
		};
		document.addEventListener("keydown", onKey, { capture: true });
		return () => document.removeEventListener("keydown", onKey, { capture: true });
	}, [closePath, navigate]);
	return (
		<>
			{isWide && <Link className="drawer-outside" to={closePath} preventScrollReset tabIndex={-1} aria-hidden="true" />}
			<div ref={drawer} className="drawer" role="dialog" aria-labelledby={id} data-wide={isWide || undefined}>
				<div className="drawer-head">
					<div>
						<h2 ref={heading} id={id} tabIndex={-1} dir="auto" data-takes-focus>
							{title}
						</h2>
						{subtitle && <div className="subtitle">{subtitle}</div>}
					</div>
					<div className="record-nav">
						{actions}
						{wholePage && (
							<Link to={wholePage.path} title={wholePage.title}>
								<Maximize2 size={16} aria-hidden="true" />
								<span className="sr-only">{wholePage.title}</span>
							</Link>
						)}
						<Link to={closePath} preventScrollReset title="Close">
							<X size={18} aria-hidden="true" />
							<span className="sr-only">Close</span>
						</Link>
					</div>
				</div>
				<div className="drawer-content sized">{children}</div>
			</div>
		</>
	);
}
