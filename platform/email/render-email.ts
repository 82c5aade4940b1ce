import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import type { EmailRenderers, EmailToRender, NotSent, RenderedEmail } from "./email.ts";

/**
 * Renders an e-mail as what it is about is now; others run before each, and two are never rendered at once.
 *
 * @throws when it cannot be rendered now
 */
export type RenderEmail = (email: EmailToRender) => Promise<RenderedEmail | NotSent>;

/** Makes what renders e-mails by what renders each kind. */
export function createEmailRenderer({
	database,
	getRenderers,
	clock,
}: {
	database: Database;
	getRenderers(): EmailRenderers;
	clock: Clock;
}): RenderEmail {
	// Rendering keeps the thread busy for milliseconds.
	const oneAtATime = createKeyedQueue();
	return (email) =>
		oneAtATime("render", async () => {
			await letOthersRun();
			const renderer = getRenderers()[email.kind];
			if (!renderer) throw new Error(`Nothing renders e-mails of the kind ${email.kind}`);
			return renderer(email, { db: database.db, now: clock.now() });
		});
}
