import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import type { EmailRenderers, EmailToRender, NotSent, RenderedEmail } from "./email.ts";

/**
 * Renders an e-mail from the present state of its record. Yields to other work before each, and renders one at a time.
 *
 * @throws if it cannot be rendered now
 */
export type RenderEmail = (email: EmailToRender) => Promise<RenderedEmail | NotSent>;

/** Combines the renderers of all kinds. */
export function createEmailRenderer({
	database,
	getRenderers,
	clock,
}: {
	database: Database;
	getRenderers(): EmailRenderers;
	clock: Clock;
}): RenderEmail {
	// Rendering blocks the thread for milliseconds.
	const oneAtATime = createKeyedQueue();
	return (email) =>
		oneAtATime("render", async () => {
			await letOthersRun();
			const renderer = getRenderers()[email.kind];
			if (!renderer) throw new Error(`Nothing renders e-mails of the kind ${email.kind}`);
			return renderer(email, { db: database.db, now: clock.now() });
		});
}
