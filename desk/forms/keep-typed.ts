import { data } from "react-router";

/**
 * Sends a form whose page shows an action's errors. When a fresh proof is needed first, the page stays with its typed values instead of
 * leading to the proof.
 */
export async function keepTyped<Result>(serverAction: () => Promise<Result>) {
	try {
		return await serverAction();
	} catch (response) {
		if (!(response instanceof Response && response.headers.get("location")?.startsWith("/prove?"))) throw response;
		const errors = [{ field: "prove", message: "Not done yet. Confirm it’s you, then try again" }];
		// After a refusal, the router reads no page again.
		return data({ errors, typed: undefined, needsProof: true }, { status: 403 });
	}
}
