import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { deskContext, visitContext } from "../context.server.ts";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { Field } from "../forms/field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readReturnPath } from "../return-path.ts";
import type { Route } from "./+types/sign-in.ts";

export function loader({ request, context }: Route.LoaderArgs) {
	const to = readReturnPath(new URL(request.url).searchParams.get("to"));
	if (context.get(visitContext).person) throw redirect(to, 303);
	return { to };
}

const fields = z.object({
	email: z.string().trim().min(1, "Enter your e-mail address").max(254, "Enter your e-mail address"),
	password: z.string().min(1, "Enter your password").max(1_000, "Enter your password"),
	code: z.string().trim().min(1, "Enter the code of your authenticator app, or a recovery code").max(100),
});

/** Signs in by password and second factor. The session is always a new one, whatever the browser had before. */
export async function action({ request, context }: Route.ActionArgs) {
	const { passwordSignIn, knownDevices } = context.get(deskContext);
	const { cookies, network, device } = context.get(visitContext);
	const form = await readForm(request);
	const email = form.get("email") ?? "";
	const read = fields.safeParse(Object.fromEntries(form));
	if (!read.success) {
		const errors = read.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
		return data({ email, errors }, { status: 422 });
	}
	const { password, code } = read.data;
	const address = read.data.email.toLowerCase();
	const knownDevice = knownDevices.find(cookies.get("device"), address);
	const outcome = await passwordSignIn.signIn({ email: address, network, knownDevice }, { password, code }, device);
	if (outcome.kind === "signed-in") {
		cookies.set("session", outcome.token);
		cookies.set("device", knownDevices.create(address));
		throw redirect(readReturnPath(form.get("to")), 303);
	}
	const message =
		outcome.kind === "wait"
			? `There were too many wrong answers. Wait ${outcome.seconds === 1 ? "a second" : `${outcome.seconds} seconds`}, then try again`
			: "E-mail address, password and code do not belong together. Each code works once; wait for the next one";
	return data({ email, errors: [{ field: "email", message }] }, { status: outcome.kind === "wait" ? 429 : 422 });
}

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
	const errors = actionData?.errors ?? [];
	return (
		<Page title="Sign in">
			<ErrorSummary errors={errors} />
			<Form method="post" className="form" noValidate>
				<input type="hidden" name="to" value={loaderData.to} />
				<Field
					name="email"
					label="E-mail address"
					type="email"
					autoComplete="username"
					defaultValue={actionData?.email}
					errors={errors}
				/>
				<Field name="password" label="Password" type="password" autoComplete="current-password" errors={errors} />
				<Field
					name="code"
					label="Code"
					hint="Six digits from your authenticator app, or one of your recovery codes."
					autoComplete="one-time-code"
					inputMode="text"
					errors={errors}
				/>
				<button className="button-main">Sign in</button>
			</Form>
			<p className="remark">
				Nobody can register here. An admin invites you, or helps when you have lost your password or your authenticator.
			</p>
		</Page>
	);
}
