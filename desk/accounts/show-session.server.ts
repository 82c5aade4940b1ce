import type { Session } from "../../core/accounts/sessions.server.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownSession } from "./session-table.tsx";

export function showSession(
	{ id, device, createdAt, usedAt }: Session,
	place: Pick<CompanyTime, "locale" | "timeZone">,
	thisId: string,
): ShownSession {
	return {
		id,
		device,
		begun: showValue(createdAt, place),
		used: showValue(usedAt, place),
		isThis: id === thisId,
	};
}
