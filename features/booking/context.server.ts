import { createContext } from "react-router";
import type { DemoBooking } from "./demo-booking.server.ts";

/** Where the loaders and actions of routes find what the server can do about demo calls. */
export const demoBookingContext = createContext<DemoBooking>();
