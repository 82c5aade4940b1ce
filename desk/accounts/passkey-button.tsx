import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useSubmit } from "react-router";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** The server's options for using or creating a passkey. */
export type PasskeyQuestion = { challenge: string } & (
	| { asks: PublicKeyCredentialRequestOptionsJSON }
	| { makes: PublicKeyCredentialCreationOptionsJSON }
);

type PasskeyButtonProps = {
	children: string;
	/** Path of the form: its action "passkey-begin" returns the options, "passkey" takes the response. */
	action: string;
	/** Fields of the surrounding form to send along. */
	fields?: readonly string[];
	isMain?: boolean;
};

/** Uses or creates a passkey. It needs scripts and shows nothing without them. */
export function PasskeyButton({ children, action, fields = [], isMain = false }: PasskeyButtonProps) {
	const fetcher = useFetcher<{ passkey?: PasskeyQuestion; errors?: { message: string }[] }>();
	const submit = useSubmit();
	const button = useRef<HTMLButtonElement>(null);
	const [failure, setFailure] = useState<string>();
	const isReady = useHydrated();
	const question = fetcher.data?.passkey;

	useEffect(() => {
		if (!question) return;
		let isOver = false;
		ask(question).then(
			(response) => {
				if (isOver) return;
				const answer = { ...readFields(button.current?.form, fields), challenge: question.challenge, response };
				void submit({ ...answer, action: "passkey" }, { method: "post", action });
			},
			() => {
				if (!isOver) setFailure("No passkey received. Try again, or sign in another way");
			},
		);
		return () => {
			isOver = true;
		};
		// oxlint-disable-next-line react/exhaustive-deps -- a question is asked once, whatever else is new
	}, [question]);

	if (!isReady) return null;
	const problem = failure ?? fetcher.data?.errors?.map(({ message }) => message).join(". ");
	return (
		<div>
			<button
				ref={button}
				type="button"
				className={isMain ? "button-main" : undefined}
				disabled={fetcher.state !== "idle"}
				onClick={() => {
					setFailure(undefined);
					void fetcher.submit(
						{ ...readFields(button.current?.form, fields), action: "passkey-begin" },
						{ method: "post", action },
					);
				}}
			>
				{children}
			</button>
			<p role="status" className="error">
				{problem}
			</p>
		</div>
	);
}

async function ask(question: PasskeyQuestion): Promise<string> {
	const answer =
		"asks" in question
			? await startAuthentication({ optionsJSON: question.asks })
			: await startRegistration({ optionsJSON: question.makes });
	return JSON.stringify(answer);
}

function readFields(form: HTMLFormElement | null | undefined, names: readonly string[]): Record<string, string> {
	const values = form ? new FormData(form) : new FormData();
	return Object.fromEntries(
		names.map((name) => {
			const value = values.get(name);
			return [name, typeof value === "string" ? value : ""];
		}),
	);
}
