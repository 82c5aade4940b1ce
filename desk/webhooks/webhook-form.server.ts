import { eventTypes, formats } from "../../core/webhooks/event-types.ts";
import { findWebhookAddressFault } from "../../core/webhooks/webhook-address.ts";
import type { WebhookSettings } from "../../core/webhooks/webhook-store.server.ts";
import { cleanLine } from "../../shared/clean-text.ts";
import type { FieldError } from "../../shared/text-rules.ts";

const maxDescriptionLength = 100;

/** Reads the form of a webhook as it was typed; unknown events and formats are left out. */
export function readWebhookForm(form: URLSearchParams): WebhookSettings {
	const chosen = form.getAll("event");
	return {
		url: (form.get("url") ?? "").trim(),
		description: cleanLine(form.get("description") ?? ""),
		events: eventTypes.filter((type) => chosen.includes(type)),
		format: formats.find((format) => format === form.get("format")) ?? "json",
	};
}

/** Lists what is wrong with a typed webhook. */
export function listWebhookErrors(
	{ url, description, events }: WebhookSettings,
	privateHosts: readonly string[],
): FieldError[] {
	const fault = findWebhookAddressFault(url, privateHosts);
	const checks: [isGood: boolean, field: string, message: string][] = [
		[fault === undefined, "url", url === "" ? "Enter the receiver’s URL" : `The URL ${fault}`],
		[description.length <= maxDescriptionLength, "description", `Use at most ${maxDescriptionLength} characters`],
		[events.length > 0, "event", "Choose at least one event"],
	];
	return checks.filter(([isGood]) => !isGood).map(([, field, message]) => ({ field, message }));
}
