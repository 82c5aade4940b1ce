import type { ReactNode } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FormProblem } from "./form-problem.tsx";

type PartProps = {
	title: string;
	/** The error of the submitted form. */
	problem: string | undefined;
	/** The call or interview. */
	card: ReactNode;
	children: ReactNode;
};

/** The private page of a call or an interview that can still be changed: its card, and the possible changes beside it. */
export function OpenCall({
	title,
	news,
	problem,
	card,
	children,
}: PartProps & { /** The change just made. */ news: string | undefined }) {
	return (
		<section className="container-page grid gap-12 section-space lg:grid-cols-12">
			<div className="lg:col-span-5">
				<h1 className="text-title">{title}</h1>
				{news !== undefined && problem === undefined && (
					<output className="mt-6 block rounded-12 border-2 border-success bg-white p-5 font-semibold text-success">
						{news}
					</output>
				)}
				<FormProblem text={problem} />
				<div className="mt-8">{card}</div>
			</div>
			<div className="lg:col-span-6 lg:col-start-7">{children}</div>
		</section>
	);
}

/** The private page of a call or an interview that can no longer, or not yet, be changed: the reason, and its card beside it. */
export function ClosedCall({ title, problem, card, children }: PartProps) {
	return (
		<section className="container-page grid items-center gap-12 section-space lg:grid-cols-12">
			<div className="lg:col-span-6">
				<h1 className="text-title">{title}</h1>
				<FormProblem text={problem} />
				{children}
			</div>
			<div className="lg:col-span-5 lg:col-start-8">{card}</div>
		</section>
	);
}

type CancelCallProps = {
	path: string;
	title: string;
	text: string;
	/** The button that opens the question, the question, and the button that confirms. */
	button: string;
	question: string;
	yes: string;
};

/** Cancels a call or an interview after a confirmation. */
export function CancelCall({ path, title, text, button, question, yes }: CancelCallProps) {
	return (
		<>
			<h2 className="mt-12 border-t border-hairline pt-12 text-28">{title}</h2>
			<p className="mt-3">{text}</p>
			<details className="mt-5">
				<summary className={buttonClass("secondary", "cursor-pointer")}>{button}</summary>
				<form method="post" action={path} className="mt-5">
					<input type="hidden" name="intent" value="cancel" />
					<p className="font-semibold text-ink">{question}</p>
					<Button type="submit" look="secondary" className="mt-3">
						{yes}
					</Button>
				</form>
			</details>
		</>
	);
}

const link = "text-accent-text underline underline-offset-4 hover:text-ink";

/** The address to write to instead. */
export function EmailAddress({ email }: { email: string }) {
	return (
		<a className={link} href={`mailto:${email}`}>
			{email}
		</a>
	);
}

/** The number to call instead. */
export function PhoneNumber({ phone }: { phone: { display: string; e164: string } }) {
	return (
		<a className={`tabular whitespace-nowrap ${link}`} href={`tel:${phone.e164}`}>
			{phone.display}
		</a>
	);
}
