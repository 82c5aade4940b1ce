import { capitalise } from "../../shared/capitalise.ts";
import { formatStart } from "../../shared/slot-texts.ts";
import type { WebhookFormat } from "./event-types.ts";

/** An event as receivers get it. */
export type Payload = {
	type: string;
	/** When it happened, as an instant of ISO 8601. */
	timestamp: string;
	data: Readonly<Record<string, unknown>> & {
		/** Its page at the desk. */
		url: string;
	};
};

/** Names that only a person reads. */
export type PayloadNames = {
	/** Of the record's kind, such as "enquiry". */
	kind: string;
	stage: string;
	/** In which times of calls are written. */
	timeZone: string;
};

const zeroWidthSpace = "\u200B";

/** Writes the body of a request. The formats of chats hold one line with a link to the desk. */
export function writePayload(format: WebhookFormat, payload: Payload, names: PayloadNames): string {
	if (format === "json") return JSON.stringify(payload);
	return JSON.stringify(chats[format](breakLinks(describeEvent(payload, names)), payload.data.url));
}

/** The messages of chats, as their incoming webhooks take them. */
const chats: Record<Exclude<WebhookFormat, "json">, (line: string, url: string) => object> = {
	slack: (line, url) => ({ text: `${escapeSlack(line)} <${url}|Open>` }),
	teams: (line, url) => ({
		type: "message",
		attachments: [
			{
				contentType: "application/vnd.microsoft.card.adaptive",
				contentUrl: null,
				content: {
					$schema: "http://adaptivecards.io/schemas/adaptive-card.json",
					type: "AdaptiveCard",
					version: "1.4",
					body: [{ type: "TextBlock", text: escapeMarkdown(line), wrap: true }],
					actions: [{ type: "Action.OpenUrl", title: "Open", url }],
				},
			},
		],
	}),
	// Angle brackets would mention everybody, and there is no escape for them.
	"google-chat": (line, url) => ({ text: `${line.replaceAll("<", "‹").replaceAll(">", "›")} <${url}|Open>` }),
	mattermost: (line, url) => ({ text: `${escapeMarkdown(line)} [Open](${url})` }),
};

/** Chats make links of bare addresses, too. */
function breakLinks(line: string): string {
	return line.replaceAll(/(?<=:)(?=\/\/)|(?<=\bwww)(?=\.)/gi, zeroWidthSpace);
}

/** Visitors write their own names: nothing in them may mention a channel or be a link. */
function escapeSlack(line: string): string {
	return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeMarkdown(line: string): string {
	return line.replaceAll(/[\\`*_~[\]()<>#|]/g, String.raw`\$&`).replaceAll("@", `@${zeroWidthSpace}`);
}

/** Describes an event in one line. */
export function describeEvent({ type, data }: Payload, names: PayloadNames): string {
	const record = part(data, "record");
	const from = text(part(record, "sender"), "name") || text(part(record, "sender"), "email") || "somebody";
	const reference = text(record, "reference");
	const by = text(part(data, "by"), "name");
	const call = part(data, "call");
	const time = (name: string) => {
		const at = text(call, name);
		return at === "" ? "" : formatStart(Temporal.Instant.from(at).epochMilliseconds, names.timeZone);
	};
	const byWhom = by === "" ? "" : ` by ${by}`;
	switch (type) {
		case "record.created":
			return `New ${names.kind} from ${from} (${reference})`;
		case "application.received":
			return `${from} applied (${reference})`;
		case "record.changed":
			return describeChange();
		case "person.hired":
			return `${from} is hired (${reference})`;
		case "message.received":
			return `${text(part(part(data, "message"), "from"), "name") || from} wrote: ${text(part(data, "message"), "subject")} (${reference})`;
		case "reply.sent": {
			const reply = part(data, "reply");
			const did = reply["isForward"] === true ? "forwarded a message from" : "replied to";
			return `${by || "A member"} ${did} ${from}: ${text(reply, "subject")} (${reference})`;
		}
		case "call.booked":
			return `Call with ${from} booked for ${time("startsAt")} (${reference})`;
		case "call.moved":
			return `Call with ${from} moved from ${time("movedFrom")} to ${time("startsAt")}${byWhom} (${reference})`;
		case "call.cancelled":
			return `Call with ${from} on ${time("startsAt")} cancelled${byWhom} (${reference})`;
		case "call.outcome":
			return `Call with ${from}: ${names.stage} (${reference})`;
		case "release.published":
			return `Release ${text(part(data, "release"), "number")} published${byWhom}`;
		case "alarm.raised":
			return `Alarm: ${text(data, "text")}`;
		case "alarm.ended":
			return `Alarm over: ${text(data, "text")}`;
		default:
			return "This is a test. Webhooks arrive here.";
	}

	function describeChange(): string {
		const change = part(data, "change");
		const who = text(part(change, "by"), "name");
		const what = `${capitalise(names.kind)} from ${from} (${reference})`;
		const field = text(change, "field");
		if (field === "stage") return `${what} is now at “${names.stage}”${who === "" ? "" : `, moved by ${who}`}`;
		if (field === "owner") return `${what} is assigned to ${text(part(record, "owner"), "name") || "nobody"}`;
		return `${what}: ${fieldNames[field] ?? field} changed${who === "" ? "" : ` by ${who}`}`;
	}
}

const fieldNames: Readonly<Record<string, string | undefined>> = {
	"follow-up": "follow-up",
	snooze: "snooze",
	value: "value",
	reason: "reason",
	spam: "spam mark",
	details: "details",
};

function part(of: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
	const value = of[name];
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function text(of: Readonly<Record<string, unknown>>, name: string): string {
	const value = of[name];
	return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
