import { lazy } from "react";
import { demoSlug, plainPathOfCalls, type OfferedCall } from "../../shared/call-type.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** Loads the booking steps ahead of their use. */
export const loadBooking = () => import("./demo-dialog-content.tsx");

// Loaded on intent: most visitors never open it.
export const BookingInDialog = lazy(() => loadBooking().catch(() => ({ default: () => <BookingMissing /> })));
export const BookingConfirmation = lazy(async () => ({ default: (await loadBooking()).BookingConfirmation }));

/** Replaces the steps when they could not be loaded: a link to the page that renders them without scripts. */
export function BookingMissing({ settings }: { settings?: { call: OfferedCall } }) {
	return (
		<div role="alert">
			<p className="font-semibold text-error">Failed to load available time slots. Please try again.</p>
			<ButtonLink to={plainPathOfCalls(settings?.call.slug ?? demoSlug)} reloadDocument className="mt-6">
				Choose a date and a time
			</ButtonLink>
		</div>
	);
}
