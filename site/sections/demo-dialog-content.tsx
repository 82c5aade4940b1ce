// One module for the dynamic import of demo-dialog.tsx: all that a booking needs arrives together, and only on intent.
export { BookingConfirmation } from "../../features/booking/booking-confirmation.tsx";
export { BookingWidget as default } from "../../features/booking/booking-widget.tsx";
