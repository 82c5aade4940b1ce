import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

type ToastProps = {
	children: ReactNode;
	/** Takes the message away and moves the focus on, because the button that was pressed goes with it. */
	onDismiss: () => void;
};

/**
 * A message in the corner that stays until it is dismissed. It is a popover, so nothing of the page covers it, and an alert, so it is
 * read out when it appears. It never goes by itself: what it says may be the only way to reach us. Without scripts it stands there
 * from the beginning, and goes with the page.
 */
export function Toast({ children, onDismiss }: ToastProps) {
	const element = useRef<HTMLDivElement>(null);

	useEffect(() => element.current?.showPopover(), []);

	return (
		<div
			ref={element}
			popover="manual"
			role="alert"
			className="fixed inset-auto right-4 bottom-4 m-0 w-[min(26rem,calc(100%-2rem))] rounded-12 border border-error bg-white p-5 noscript:block text-16 text-ink shadow-raised"
		>
			<div className="flex items-start gap-4">
				<div className="grow">{children}</div>
				<button
					type="button"
					aria-label="Dismiss"
					onClick={onDismiss}
					className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sand noscript:hidden"
				>
					<X aria-hidden="true" className="size-5" />
				</button>
			</div>
		</div>
	);
}
