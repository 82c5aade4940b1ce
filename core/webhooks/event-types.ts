/** The events that webhooks send, in the order of forms and documents. */
export const eventTypes = [
	"record.created",
	"record.changed",
	"message.received",
	"reply.sent",
	"call.booked",
	"call.moved",
	"call.cancelled",
	"call.outcome",
	"application.received",
	"person.hired",
	"release.published",
	"alarm.raised",
	"alarm.ended",
] as const;

export type EventType = (typeof eventTypes)[number];

/** The type of an event that tests a webhook; nobody chooses it. */
export const testType = "webhook.test";

/** Events as people choose them. */
export const eventNames: Readonly<Record<EventType, string>> = {
	"record.created": "New record",
	"record.changed": "Record changed",
	"message.received": "Message received",
	"reply.sent": "Reply sent",
	"call.booked": "Call booked",
	"call.moved": "Call moved",
	"call.cancelled": "Call cancelled",
	"call.outcome": "Call outcome noted",
	"application.received": "Application received",
	"person.hired": "Person hired",
	"release.published": "Release published",
	"alarm.raised": "Alarm",
	"alarm.ended": "Alarm over",
};

/** How a receiver gets events: as JSON, or as a message of a chat. */
export const formats = ["json", "slack", "teams", "google-chat", "mattermost"] as const;

export type WebhookFormat = (typeof formats)[number];

export const formatNames: Readonly<Record<WebhookFormat, string>> = {
	json: "JSON (Standard Webhooks)",
	slack: "Slack",
	teams: "Microsoft Teams",
	"google-chat": "Google Chat",
	mattermost: "Mattermost",
};
