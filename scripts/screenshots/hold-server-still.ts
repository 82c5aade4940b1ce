import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before a server (`node --import`), lets its time begin at FIXED_TIME, an instant such as 2026-11-24T05:00:00Z, and almost stand.
 *
 * Whoever asks for the date gets that of FIXED_TIME; each asking of Temporal.Now comes a millisecond later, so that records keep the order
 * in which they came. For the same reason each UUID of version 7 sorts after the one before; otherwise those of one millisecond are in
 * random order. Timers run as usual.
 */
const start = Temporal.Instant.from(process.env.FIXED_TIME ?? "");
const machineZone = Temporal.Now.timeZoneId();
/** Servers that share a database must not give the same id twice. */
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

// A proxy, for what the system makes, such as the date of a file, must still be an instance of Date.
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
