import { isJsonObject, readFieldErrors, readPath, readText } from "../../../shared/json-shape.ts";
import type { FieldError } from "./rules.ts";

export type ApplicationReceipt = {
	reference: string;
	manageUrl: string;
	/** Path of the page that asks whether a person sent it, where that is in doubt. */
	personCheckPath?: string | undefined;
};

export type ApplicationOutcome =
	| { kind: "submitted"; receipt: ApplicationReceipt }
	| { kind: "refused"; message: string; errors: FieldError[] };

/** Long enough for 10 MB over a slow mobile connection. */
const timeoutMs = 10 * 60_000;

/**
 * Uploads an application and returns the outcome; never rejects.
 * Uses XMLHttpRequest, because fetch reports no upload progress.
 * @param onProgress gets the sent share, 0 to 1
 * @param signal aborts the upload
 * @returns for a failure, its message from docs/product/careers.md, Error texts
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
			const response = isJsonObject(request.response) ? request.response : {};
			const receipt = request.status >= 200 && request.status < 300 ? readReceipt(response.data) : undefined;
			if (receipt) return resolve({ kind: "submitted", receipt });
			refuse(
				readText(response.message)?.replace(/\.$/, "") ?? `Submission failed with status: ${request.status}`,
				readFieldErrors(response.errors),
			);
		});
		request.send(form);
	});
}

function readReceipt(data: unknown): ApplicationReceipt | undefined {
	if (!isJsonObject(data)) return undefined;
	const { reference, manageUrl } = data;
	if (typeof reference !== "string" || typeof manageUrl !== "string") return undefined;
	return { reference, manageUrl, personCheckPath: readPath(data.personCheckUrl) };
}
