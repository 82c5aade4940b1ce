import { useState } from "react";
import type { BookingReceipt, TitledReceipt } from "../../features/booking/booking-calls.ts";
import { BookingConfirmation as Confirmation } from "../../features/booking/booking-confirmation.tsx";
import { BookingWidget, type ChosenCall } from "../../features/booking/booking-widget.tsx";
import { useCompany } from "../layout/use-company.ts";
import { useNotices } from "../layout/use-notices.ts";

// One module for the dynamic import of lazy-booking.tsx: everything that a booking needs arrives together, and only on intent.
export { BookingWidget };

export function BookingConfirmation({ receipt }: { receipt: BookingReceipt }) {
	return <Confirmation receipt={receipt} company={useCompany()} />;
}

/** The steps in a dialog, which keeps its choices to itself: the address is that of the page beneath. */
export default function BookingInDialog({ onBooked }: { onBooked: (receipt: TitledReceipt) => void }) {
	const [chosen, setChosen] = useState<ChosenCall>({});
	const company = useCompany();
	return (
		<BookingWidget
			settings={{ ...company, call: company.demo }}
			notice={useNotices().booking}
			chosen={chosen}
			onChoose={setChosen}
			onBooked={onBooked}
		/>
	);
}
