import { createSubscriptionRecords } from "../../core/subscriptions/subscription-records.server.ts";
import { nameRequestKind } from "./request-kinds.ts";
import { toRequestWish, wishTables } from "./wish-store.server.ts";

/** Forms of privacy requests: deleted two days after they came if nobody confirmed them, else two days after that. */
export const requestWishPersonalData = createSubscriptionRecords({
	kind: "privacyRequestWishes",
	name: "form of a privacy request",
	names: "forms of privacy requests",
	tables: wishTables,
	read: toRequestWish,
	describe: ({ requestKind, name, message, askedAt }) => [
		{ label: "Request", value: nameRequestKind(requestKind) },
		{ label: "Name", value: name },
		{ label: "Message", value: message === "" ? "none" : message },
		{ label: "Asked for", value: askedAt },
	],
});
