import { createContext } from "react-router";
import type { SubmitEnquiry } from "./submit-enquiry.server.ts";

export const submitEnquiryContext = createContext<SubmitEnquiry>();
