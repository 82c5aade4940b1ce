import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import type { TestDesk } from "./test-server.ts";

/** Uses a desk as a browser without scripts does, which keeps no cookies. */
export function createDeskBrowser({ inject }: Pick<TestDesk, "inject">) {
	return {
		/** Reads a page, without React's marks between texts. */
		async get(url: string): Promise<string> {
			const answer = await inject({ method: "GET", url });
			expect([url, answer.statusCode, answer.statusCode === 200 ? "" : answer.body.slice(0, 400)]).toEqual([
				url,
				200,
				"",
			]);
			return answer.body.replaceAll("<!-- -->", "");
		},
		/** Sends a form. */
		post: (url: string, fields: Record<string, string> | [string, string][]): Promise<LightMyRequestResponse> =>
			inject({
				method: "POST",
				url,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			}),
		/** Sends a form with files. */
		async postFiles(
			url: string,
			fields: Record<string, string>,
			files: readonly File[],
		): Promise<LightMyRequestResponse> {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			// Without a choice, a browser sends an empty file.
			if (files.length === 0) form.append("files", new File([], ""));
			for (const file of files) form.append("files", file);
			const encoded = new Response(form);
			return inject({
				method: "POST",
				url,
				headers: {
					"content-type": encoded.headers.get("content-type") ?? "",
					"sec-fetch-site": "same-origin",
				},
				payload: Buffer.from(await encoded.arrayBuffer()),
			});
		},
	};
}
