import type { Buffers } from "../../core/appointments/appointment.ts";
import { demoTypeOf, findCallType, type CallType } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import type { BookingRecord } from "./booking-record.server.ts";

/**
 * Returns the type of a booked call, with what the call itself stores. A type that the company no longer offers follows the times of the
 * demo call.
 */
export function callTypeOf(
	{
		callType,
		callTitle,
		bufferBeforeMinutes,
		bufferAfterMinutes,
		place,
	}: Pick<BookingRecord, "callType" | "callTitle" | "place"> & Buffers,
	company: Company,
): CallType {
	const found = findCallType(company, callType) ?? { ...demoTypeOf(company), slug: callType, title: callTitle };
	return { ...found, bufferBeforeMinutes, bufferAfterMinutes, place };
}
