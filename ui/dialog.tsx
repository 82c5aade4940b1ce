import { X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

type DialogProps = {
	open: boolean;
	onClose: () => void;
	title: string;
	children: ReactNode;
	wide?: boolean;
	/** Keeps the content mounted while closed. */
	keep?: boolean;
};

/** A modal dialog: the browser's own, which traps the focus, closes on Escape and restores the focus. */
export function Dialog({ open, onClose, title, children, wide = false, keep = false }: DialogProps) {
	const element = useRef<HTMLDialogElement>(null);
	const pressedOnBackdrop = useRef(false);
	const titleId = useId();
	const [wasOpen, setWasOpen] = useState(open);
	if (open && !wasOpen) setWasOpen(true);

	useEffect(() => {
		if (open && !element.current?.open) element.current?.showModal();
		if (!open) element.current?.close();
	}, [open]);

	return (
		// oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
		<dialog
			ref={element}
			aria-labelledby={open ? titleId : undefined}
			onClose={onClose}
			// Only the backdrop is the dialog itself; everything inside is a child. Dragging a text selection out of the
			// dialog ends in a click on the backdrop, which must not close it.
			onPointerDown={(event) => {
				pressedOnBackdrop.current = event.target === element.current;
			}}
			onClick={(event) => {
				if (pressedOnBackdrop.current && event.target === element.current) element.current.close();
			}}
			className={`max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-20 border border-hairline bg-paper text-body shadow-raised ${wide ? "max-w-4xl" : "max-w-2xl"}`}
		>
			{(open || (keep && wasOpen)) && (
				<div className="p-6 md:p-10">
					<div className="flex items-start justify-between gap-6">
						<h2 id={titleId} className="text-28">
							{title}
						</h2>
						<button
							type="button"
							aria-label="Close"
							onClick={() => element.current?.close()}
							className="grid size-11 shrink-0 place-items-center rounded-full border border-border text-ink hover:border-ink hover:bg-ink hover:text-paper"
						>
							<X aria-hidden="true" />
						</button>
					</div>
					{children}
				</div>
			)}
		</dialog>
	);
}
