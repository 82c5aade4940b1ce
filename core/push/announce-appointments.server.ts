import type { Connection, Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { claimTelling, findTelling } from "../../platform/email/told-things-store.ts";
import { enqueuePush } from "./enqueue-push.server.ts";
import { hasSubscriptions } from "./subscriptions.server.ts";

/** Minutes before an appointment at which its hosts are notified. */
const leadMinutes = 10;
const tellingName = "push of appointments";

/** Tells whether the hosts of an appointment that begins at an instant are still to be notified of its beginning. */
export async function isToBeAnnounced(
	db: Connection,
	startsAt: Temporal.Instant,
	now: Temporal.Instant,
): Promise<boolean> {
	return Temporal.Instant.compare(startsAt, (await findLatest(db, now)).add({ minutes: leadMinutes })) > 0;
}

/** Finds when appointments were announced last. */
async function findLatest(db: Connection, now: Temporal.Instant): Promise<Temporal.Instant> {
	return (await findTelling(db, tellingName, now)) ?? now.subtract({ minutes: 1 });
}

/** Notifies the hosts of appointments that begin in ten minutes; one of all servers does. Of those that come nearer later, pushToHosts tells. */
export async function announceAppointments(database: Database, now: Temporal.Instant): Promise<void> {
	if (!(await hasSubscriptions(database.db))) return;
	await database.write(async (transaction) => {
		await takeLock(transaction, tellingName);
		const before = await findLatest(transaction, now);
		if (!(await claimTelling(transaction, tellingName, { now, notSince: now }))) return;
		const from = before.add({ minutes: leadMinutes });
		const reservations = await transaction
			.selectFrom("hostReservations")
			.select(["hostId", "purpose", "reference", "startsAt"])
			.where("startsAt", ">", toInstantText(Temporal.Instant.compare(from, now) < 0 ? now : from))
			.where("startsAt", "<=", toInstantText(now.add({ minutes: leadMinutes })))
			.where("heldUntil", "is", null)
			.execute();
		for (const { hostId, purpose, reference, startsAt } of reservations)
			await enqueuePush(
				transaction,
				{ accountIds: [hostId], reference, subject: { topic: "appointment", purpose, startsAt } },
				now,
			);
	});
}
