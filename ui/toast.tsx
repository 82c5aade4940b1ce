import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

type ToastProps = {
	children: ReactNode;
	/** Removes the message and moves the focus on, because the pressed button disappears with it. */
	onDismiss: () => void;
};

/**
 * A message in the corner that stays until it is dismissed: it may hold the only way to reach us. As a popover it stays
 * on top, and as an alert it is read out when it appears. Without scripts it shows from the start and stays until the
 * page is left.
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
