import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Form } from "react-router";
import type { Notice } from "../guard/notices.server.ts";

/** As long as sending can be undone. */
const shownMs = 10_000;

/**
 * The result of an action, with its undo. It lies over the page until its time is up or it is closed, and stays while the pointer or the
 * focus is on it. Without scripts it is part of the page.
 */
export function Toast({ notice: { text, undo } }: { notice: Notice }) {
	const [isGone, setGone] = useState(false);
	const [isPointed, setPointed] = useState(false);
	const [isFocused, setFocused] = useState(false);
	const isHeld = isPointed || isFocused;
	useEffect(() => {
		if (isHeld) return;
		const timer = setTimeout(() => setGone(true), shownMs);
		return () => clearTimeout(timer);
	}, [isHeld]);
	if (isGone) return null;
	return (
		<div
			className="notice"
			onPointerEnter={() => setPointed(true)}
			onPointerLeave={() => setPointed(false)}
			onFocus={() => setFocused(true)}
			onBlur={() => setFocused(false)}
		>
			<p>{text}</p>
			{undo && (
				<Form method="post" action={undo.path} preventScrollReset>
					<input type="hidden" name="id" value={undo.id} />
					<button name="do" value={undo.does} data-key="z" data-press>
						Undo
					</button>
				</Form>
			)}
			<button type="button" className="notice-close" onClick={() => setGone(true)}>
				<X size={16} aria-hidden="true" />
				<span className="sr-only">Close</span>
			</button>
		</div>
	);
}
