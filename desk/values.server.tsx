import type { RecordField, Value } from "../platform/staff/records.ts";
import { useDeskTime } from "./desk-time.server.ts";
import { titleOf } from "./words.server.ts";

const instantInWords = { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" } as const;
const dayInWords = new Intl.DateTimeFormat("en-GB", {
	weekday: "short",
	day: "numeric",
	month: "short",
	year: "numeric",
	timeZone: "UTC",
});

/** A text as it is, a day or an instant in words. */
export function ValueText({ value }: { value: Value }) {
	if (value instanceof Temporal.Instant) return <InstantText value={value} />;
	if (value instanceof Temporal.PlainDate)
		return <time dateTime={value.toString()}>{dayInWords.format(value.toZonedDateTime("UTC").epochMilliseconds)}</time>;
	return value;
}

function InstantText({ value }: { value: Temporal.Instant }) {
	const { locale, timeZone } = useDeskTime();
	return <time dateTime={value.toString()}>{value.toLocaleString(locale, { ...instantInWords, timeZone })}</time>;
}

/** A field's value as what it is: an address to write to, links, a list. */
export function FieldValue({ field: { value, as }, reference }: { field: RecordField; reference: string }) {
	if (Array.isArray(value)) {
		if (value.length === 0) return "not given";
		return (
			<ul>
				{value.map((text, index) => (
					<li key={index}>{as === "links" ? <OutsideLink address={text} /> : text}</li>
				))}
			</ul>
		);
	}
	if (typeof value !== "string" || as !== "email") return <ValueText value={value} />;
	return (
		<OutsideLink
			address={`mailto:${encodeURIComponent(value).replace("%40", "@")}?subject=${reference}`}
			text={value}
		/>
	);
}

/** Words for a record's state; spam is called what it is. */
const stateNames: Record<string, string> = { quarantined: "Spam" };

export function StateLabel({ state }: { state: string }) {
	return (
		<span className="state" data-state={state}>
			{stateNames[state] ?? titleOf(state)}
		</span>
	);
}

const harmlessProtocols = ["http:", "https:", "mailto:"];

/** A link to what a visitor typed, if following it can do no harm here; anything else stays text. */
function OutsideLink({ address, text = address }: { address: string; text?: string }) {
	if (!URL.canParse(address) || !harmlessProtocols.includes(new URL(address).protocol)) return text;
	return (
		<a href={address} rel="noopener noreferrer nofollow">
			{text}
		</a>
	);
}
