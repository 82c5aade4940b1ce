import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before a server (`node --import`): its time begins at FIXED_TIME, an instant such as 2026-11-24T05:00:00Z, and almost stands
 * still.
 * Date always returns FIXED_TIME; each call of Temporal.Now returns a millisecond more, so that records keep their order. For the same
 * reason each UUID of version 7 sorts after the one before; those of one millisecond would otherwise be in random order. Timers run as
 * usual.
 */
const start = Temporal.Instant.from(process.env.FIXED_TIME ?? "");
const machineZone = Temporal.Now.timeZoneId();
/** Servers that share a database must not create the same id. */
const idStart = Date.now().toString(16).padStart(12, "0");
let instants = 0;
let ids = 0;

const readInstant = () => start.add({ milliseconds: instants++ });
const readDateTime = (zone: Temporal.TimeZoneLike = machineZone) => readInstant().toZonedDateTimeISO(zone);

Object.assign(Temporal.Now, {
	instant: readInstant,
	zonedDateTimeISO: readDateTime,
	plainDateTimeISO: (zone?: Temporal.TimeZoneLike) => readDateTime(zone).toPlainDateTime(),
	plainDateISO: (zone?: Temporal.TimeZoneLike) => readDateTime(zone).toPlainDate(),
	plainTimeISO: (zone?: Temporal.TimeZoneLike) => readDateTime(zone).toPlainTime(),
});

// A proxy, because the system's own dates, such as a file's, must still be instances of Date.
globalThis.Date = new Proxy(Date, {
	construct: (target, values, newTarget) =>
		Reflect.construct(target, values.length === 0 ? [start.epochMilliseconds] : values, newTarget),
	apply: (target) => new target(start.epochMilliseconds).toString(),
	get: (target, name) => (name === "now" ? () => start.epochMilliseconds : Reflect.get(target, name)),
});

Object.assign(crypto, {
	randomUUIDv7: () => `${idStart.slice(0, 8)}-${idStart.slice(8)}-7000-8000-${(ids++).toString(16).padStart(12, "0")}`,
});
syncBuiltinESMExports();
