import { createContext } from "react-router";
import type { DemoBooking } from "./demo-booking.server.ts";

export const demoBookingContext = createContext<DemoBooking>();
