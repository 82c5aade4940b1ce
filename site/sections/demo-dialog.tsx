import { createContext, Suspense, useContext, useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { TitledReceipt } from "../../features/booking/booking-calls.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { BookingConfirmation, BookingInDialog, loadBooking } from "./lazy-booking.tsx";

const OpenDemoDialog = createContext<() => void>(() => {});

/**
 * Provides the page's one demo dialog; every DemoButton inside opens it in its last state. After booking it closes and the confirmation
 * follows.
 */
export function DemoDialogProvider({ children }: { children: ReactNode }) {
	const [open, setOpen] = useState(false);
	const [receipt, setReceipt] = useState<TitledReceipt>();

	return (
		<OpenDemoDialog value={() => setOpen(true)}>
			{children}
			<Dialog open={open} onClose={() => setOpen(false)} title="Book a Free Demo" wide keep>
				<div className="mt-4">
					<Suspense fallback={<p role="status">Loading…</p>}>
						<BookingInDialog
							onBooked={(booked) => {
								setOpen(false);
								setReceipt(booked);
							}}
						/>
					</Suspense>
				</div>
			</Dialog>
			<Dialog open={receipt !== undefined} onClose={() => setReceipt(undefined)} title={receipt?.title ?? ""}>
				<Suspense>{receipt && <BookingConfirmation receipt={receipt} />}</Suspense>
			</Dialog>
		</OpenDemoDialog>
	);
}

/** Opens the demo dialog; without scripts it is a link to the booking page. */
export function DemoButton({ className, children = "Want a Demo !" }: { className?: string; children?: ReactNode }) {
	const open = useContext(OpenDemoDialog);
	return (
		<Link
			to="/demo"
			className={className}
			onPointerEnter={loadBooking}
			onFocus={loadBooking}
			onClick={(event) => {
				if (event.metaKey || event.ctrlKey || event.shiftKey) return;
				event.preventDefault();
				open();
			}}
		>
			{children}
		</Link>
	);
}
