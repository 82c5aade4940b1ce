import { useState } from "react";
import { BookingWidget, type ChosenCall } from "../../features/booking/booking-widget.tsx";
import type { BookingReceipt } from "../../features/booking/booking-calls.ts";

// One module for the dynamic import of lazy-booking.tsx: all that a booking needs arrives together, and only on intent.
export { BookingConfirmation } from "../../features/booking/booking-confirmation.tsx";
export { BookingWidget };

/** The steps in a dialog, which keeps what is chosen to itself: the address is the page's beneath it. */
export default function BookingInDialog({ onBooked }: { onBooked: (receipt: BookingReceipt) => void }) {
	const [chosen, setChosen] = useState<ChosenCall>({});
	return <BookingWidget chosen={chosen} onChoose={setChosen} onBooked={onBooked} />;
}
