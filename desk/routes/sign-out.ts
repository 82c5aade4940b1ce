import { redirect } from "react-router";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/sign-out.ts";

export async function action({ context }: Route.ActionArgs) {
	const { deps, visit } = beginWork(context);
	visit.setCookies(await deps.accounts.password.signOut(visit.browser));
	throw redirect("/sign-in", 303);
}
