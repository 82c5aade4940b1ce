import { redirect } from "react-router";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/sign-out.ts";

export async function action({ context }: Route.ActionArgs) {
	const { deps, deskRequest } = beginWork(context);
	deskRequest.setCookies(await deps.accounts.password.signOut(deskRequest.browser));
	throw redirect("/sign-in", 303);
}
