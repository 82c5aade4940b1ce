import type { FieldError } from "./rules.ts";

export type ApplicationReceipt = {
	reference: string;
	manageUrl: string;
	/** Page that asks whether a person sent it, where that is in doubt. */
	personCheckUrl?: string;
};

export type ApplicationOutcome =
	| { kind: "submitted"; receipt: ApplicationReceipt }
	| { kind: "refused"; message: string; errors: FieldError[] };

/** Long enough for 10 MB over a slow mobile connection. */
const timeoutMs = 10 * 60_000;

/**
 * Uploads an application and says what became of it; never rejects.
 *
 * XMLHttpRequest, because fetch cannot tell how much of an upload has gone.
 *
 * @param onProgress gets the share that has gone, from 0 to 1
 * @param signal ends the upload
 * @returns for every failure with its message from docs/product/careers.md, Error texts
 */
export function sendApplication(
	form: FormData,
	key: string,
	onProgress: (share: number) => void,
	signal: AbortSignal,
): Promise<ApplicationOutcome> {
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		const refuse = (reason: string, errors: FieldError[] = []) =>
			resolve({ kind: "refused", message: `Submission failed: ${reason}. Please try again.`, errors });

		request.open("POST", "/api/applications");
		request.setRequestHeader("Idempotency-Key", key);
		request.responseType = "json";
		request.timeout = timeoutMs;
		request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
		request.addEventListener("error", () => refuse("The connection was lost"));
		request.addEventListener("abort", () => refuse("It was stopped"));
		signal.addEventListener("abort", () => request.abort());
		request.addEventListener("timeout", () => refuse("The upload took too long"));
		request.addEventListener("load", () => {
			const answer: { data?: ApplicationReceipt; message?: string; errors?: FieldError[] } | null = request.response;
			if (request.status >= 200 && request.status < 300 && answer?.data)
				resolve({ kind: "submitted", receipt: answer.data });
			else
				refuse(
					answer?.message?.replace(/\.$/, "") ?? `Submission failed with status: ${request.status}`,
					answer?.errors,
				);
		});
		request.send(form);
	});
}
