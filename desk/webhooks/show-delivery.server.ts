import type { Delivery } from "../../core/webhooks/delivery-store.server.ts";
import { eventNames, testType, type EventType } from "../../core/webhooks/event-types.ts";
import type { Webhook } from "../../core/webhooks/webhook-store.server.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownState, ShownValue } from "../records/values.ts";

/** A delivery, as lists show it. */
export type ShownDelivery = {
	id: string;
	event: string;
	/** Reference of its record, with its page; empty for other events. */
	about: string;
	at: ShownValue;
	state: ShownState;
	/** The response to the last attempt and how long it took, or why there was none. */
	response: string;
};

const states: Readonly<Record<Delivery["state"], ShownState>> = {
	waiting: { state: "waiting", name: "Waiting" },
	delivered: { state: "sent", name: "Delivered" },
	"given-up": { state: "failed", name: "Given up" },
};

/** Shows a delivery, in the company's zone. */
export function showDelivery(
	{ id, type, data, reference, occurredAt, state, attempts, last, error }: Delivery,
	place: Pick<CompanyTime, "locale" | "timeZone">,
): ShownDelivery {
	const took = last ? ` · ${last.durationMs.toLocaleString(place.locale)} ms` : "";
	const tries = attempts > 1 ? ` · ${attempts} attempts` : "";
	const outcome = last?.status === undefined ? (error ?? "") : String(last.status);
	const isRetried = state === "waiting" && attempts > 0;
	return {
		id,
		event: type === testType ? "Test" : (eventNames[type as EventType] ?? type),
		about: "record" in data ? reference : "",
		at: showValue(occurredAt, place),
		state: isRetried ? { state: "late", name: "Retrying" } : states[state],
		response: outcome === "" ? "" : capitalise(outcome) + took + tries,
	};
}

/** Shows whether a webhook's last event has arrived. */
export function showWebhookState({ isPaused }: Webhook, last: ShownDelivery | undefined): ShownState {
	if (isPaused) return { state: "held", name: "Paused" };
	return last?.state ?? { state: "waiting", name: "Nothing sent yet" };
}

/** Names a webhook by its description, or else by its host: the rest of its URL may be a secret. */
export function nameWebhook({ url, description }: Pick<Webhook, "url" | "description">): string {
	return description || new URL(url).host;
}
