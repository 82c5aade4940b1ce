import { z } from "zod";
import { nameOf } from "../../core/records/name-of.ts";
import type { Member } from "../../core/records/record-kind.ts";
import { instantSchema, memberSchema } from "./describe-api.server.ts";

/** Fields of calls and interviews. */
export const appointmentFields = {
	reference: z.string(),
	state: z.enum(["booked", "cancelled"]),
	startsAt: instantSchema,
	durationMinutes: z.number(),
	timeZone: z.string().meta({ examples: ["Asia/Tokyo"] }),
	hosts: z.array(memberSchema),
	place: z.string().describe("Empty for a video call or a telephone call."),
	url: z.url().describe("Its page in the desk."),
};

export function nameHosts(hostIds: readonly string[], members: readonly Member[]): z.infer<typeof memberSchema>[] {
	return hostIds.map((id) => ({ id, name: nameOf(members, id) }));
}

/** The time that a body asks for. */
export const startsAtSchema = z.iso.datetime({ offset: true, error: "Enter a time such as 2026-11-23T06:00:00Z" });
