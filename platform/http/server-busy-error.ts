import { HttpProblem } from "./problem.ts";

/** Too many requests at once; this one has not been started. */
export class ServerBusyError extends HttpProblem {
	constructor() {
		super(503, "The server is busy at the moment. Try again in a few seconds.", {
			headers: { "retry-after": "3" },
		});
		this.name = "ServerBusyError";
	}
}
