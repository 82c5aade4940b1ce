import { createContext } from "react-router";
import type { SubmitEnquiry } from "./submit-enquiry.server.ts";

/** Where a route's action finds the function that takes enquiries. */
export const submitEnquiryContext = createContext<SubmitEnquiry>();
