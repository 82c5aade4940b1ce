import type { PersonEvent } from "../../core/people/person-timeline.server.ts";
import { findKindOf, type RecordKind } from "../../core/records/record-kind.ts";
import { listInterviewsOf } from "../../features/careers/interviews/store.server.ts";
import type { Connection } from "../../platform/database/database.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Company } from "../../shared/company.ts";
import { describeWhen, showInterviewState } from "../interviews/show-interview.server.ts";
import { showStanding, showValue } from "../records/show-values.server.ts";
import { findFirstLine } from "../work/first-line.ts";
import { titleMessage } from "../work/show-message.server.ts";
import type { ShownEvent } from "./person-timeline.tsx";

const mostCharacters = 200;

/** Shows events of a person, each with a link to its record. */
export async function showPersonEvents(
	db: Connection,
	events: readonly PersonEvent[],
	{
		kinds,
		company,
		now,
	}: { kinds: readonly RecordKind[]; company: Pick<Company, "locale" | "timeZone">; now: Temporal.Instant },
): Promise<ShownEvent[]> {
	const stagesOf = await listStages(db, events, kinds);
	const interviews = await listInterviewsOf(
		db,
		events.filter(({ type }) => type === "appointment").map(({ reference }) => reference),
	);
	return events.flatMap((event): ShownEvent[] => {
		const { id, reference } = event;
		const kind = findKindOf(kinds, reference);
		if (!kind) return [];
		const base = {
			id,
			at: showValue(event.at, company),
			reference,
			path: `/${kind.names}/${encodeURIComponent(reference)}`,
		};
		switch (event.type) {
			case "record":
			case "guest": {
				const { type, record, sent } = event;
				const { moment } = kind;
				const about = moment ? sent.fields.find(({ label }) => label === moment.label)?.value : sent.about;
				const isGuest = type === "guest";
				const name = isGuest
					? `Guest at ${record.senderName}’s ${(moment?.label ?? kind.name).toLowerCase()}`
					: capitalise(kind.name);
				return [
					{
						...base,
						title: typeof about === "string" ? `${name}: ${about}` : name,
						text: isGuest ? undefined : findFirstLine(sent.text.value, mostCharacters),
						state: showStanding(record, stagesOf(kind, record.topic)),
						side: isGuest ? undefined : "theirs",
					},
				];
			}
			case "note":
				return [{ ...base, title: `Note by ${event.author}`, text: findFirstLine(event.text, mostCharacters) }];
			case "reply":
				return [
					{
						...base,
						title: `${event.author} ${event.isForward ? "forwarded" : "replied"}: ${event.subject}`,
						text: findFirstLine(event.text, mostCharacters),
					},
				];
			case "message": {
				const { message } = event;
				const isTheirs = message.accountId === null && message.sort !== "internal";
				const side = isTheirs ? ("theirs" as const) : undefined;
				return [
					{ ...base, title: titleMessage(message, company), text: findFirstLine(message.text, mostCharacters), side },
				];
			}
			case "appointment": {
				const interview = interviews.find((one) => one.reference === id);
				if (!interview) return [];
				return [
					{
						...base,
						title: `Interview: ${describeWhen(interview)}`,
						reference: id,
						path: `/interviews/${id}`,
						state: showInterviewState(interview, now),
					},
				];
			}
		}
	});
}

/** Finds the stages of the events' records, for kinds whose topics have their own. */
async function listStages(
	db: Connection,
	events: readonly PersonEvent[],
	kinds: readonly RecordKind[],
): Promise<(kind: RecordKind, topic: string) => Pick<RecordKind, "stages">> {
	const own = new Map<string, Awaited<ReturnType<NonNullable<RecordKind["listStagesOf"]>>>>();
	for (const { name, listStagesOf } of kinds) {
		const topics = events.flatMap((event) =>
			(event.type === "record" || event.type === "guest") && event.record.kind === name ? [event.record.topic] : [],
		);
		if (listStagesOf && topics.length > 0) own.set(name, await listStagesOf(db, [...new Set(topics)]));
	}
	return (kind, topic) => ({ stages: own.get(kind.name)?.get(topic) ?? kind.stages });
}
