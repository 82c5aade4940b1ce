import { HttpProblem } from "./problem.ts";

/** More was asked for at once than the server does at once; nothing of the request has been done. */
export class ServerBusyError extends HttpProblem {
	constructor() {
		super(503, "Too much is asked of the server at the moment. Try again in a few seconds.", {
			headers: { "retry-after": "3" },
		});
		this.name = "ServerBusyError";
	}
}
