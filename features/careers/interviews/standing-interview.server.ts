import { z } from "zod";
import { toOptionalInstant, toOptionalInstantText } from "../../../platform/database/instant-text.ts";
import type { InterviewRecord } from "./interview-record.ts";

/** The stored fields that change when an interview is scheduled, moved, reassigned or cancelled. */
const standingSchema = z.object({
	state: z.enum(["offered", "booked", "cancelled"]),
	startsAt: z.string().nullable(),
	videoUrl: z.string().nullable(),
	hostIds: z.string(),
	firstIsFree: z.number().nullable(),
	calledOffWith: z.string().nullable(),
	calledOffBy: z.string().nullable(),
});

type StandingInterview = z.infer<typeof standingSchema>;

export function toStanding({
	state,
	startsAt,
	videoUrl,
	hostIds,
	firstIsFree,
	calledOff,
}: InterviewRecord): StandingInterview {
	return {
		state,
		startsAt: toOptionalInstantText(startsAt),
		videoUrl: videoUrl ?? null,
		hostIds: JSON.stringify(hostIds),
		firstIsFree: firstIsFree ? 1 : null,
		calledOffWith: calledOff?.messageId ?? null,
		calledOffBy: calledOff ? JSON.stringify(calledOff.by) : null,
	};
}

/** @throws ZodError for an invalid value */
export function readStanding(standing: unknown): Pick<
	InterviewRecord,
	"state" | "startsAt" | "hostIds" | "firstIsFree" | "calledOff"
> & {
	videoUrl: string | undefined;
} {
	const { state, startsAt, videoUrl, hostIds, firstIsFree, calledOffWith, calledOffBy } =
		standingSchema.parse(standing);
	return {
		state,
		startsAt: toOptionalInstant(startsAt),
		videoUrl: videoUrl ?? undefined,
		hostIds: z.array(z.string()).parse(JSON.parse(hostIds)),
		firstIsFree: firstIsFree === 1,
		calledOff:
			calledOffWith === null || calledOffBy === null
				? undefined
				: { messageId: calledOffWith, by: actorSchema.parse(JSON.parse(calledOffBy)) },
	};
}

const actorSchema = z.object({ id: z.string(), name: z.string() });
