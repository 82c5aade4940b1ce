import type { RecordNames } from "../../core/records/record-names.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { enquiryNames } from "../../features/enquiries/enquiry-names.ts";
import { requestNames } from "../../features/privacy-requests/request-names.ts";

/** The kinds of records that have pages at the desk. */
export const recordNames: readonly RecordNames[] = [enquiryNames, bookingNames, applicationNames, requestNames];
