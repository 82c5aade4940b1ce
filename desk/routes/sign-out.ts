import { redirect } from "react-router";
import { writeAuditEntry } from "../../features/accounts/audit-log.server.ts";
import { endSession } from "../../features/accounts/sessions.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/sign-out.ts";

export async function action({ context }: Route.ActionArgs) {
	const { deps, visit, person, now } = beginWork(context);
	await deps.database.write(async (transaction) => {
		await endSession(transaction, person.session);
		await writeAuditEntry(
			deps.database,
			transaction,
			{ actor: person.account.id, action: "sign-out", subject: person.account.id },
			now,
		);
	});
	visit.cookies.set("session", undefined);
	throw redirect("/sign-in", 303);
}
