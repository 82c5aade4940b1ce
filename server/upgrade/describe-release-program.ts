import type { Content } from "../../features/publishing/documents/content.ts";
import type { listAddresses } from "../../features/publishing/site-paths.ts";
import type { readConfig } from "../../platform/config.ts";
import type { createEmailPreviews } from "../email-previews.ts";
import type { openExistingInstallation } from "../open-installation.ts";
import { loadModule } from "./release.ts";

/**
 * Prints the addresses and the sample e-mails of a release as JSON. It runs that release's own modules, on a copy of an installation's data.
 * Arguments: the path of the build, and the moment of the e-mails.
 */

/** The addresses of a release's pages, and its e-mails with sample data. */
export type ReleaseDescription = {
	paths: string[];
	emails: { kind: string; about: string; subject: string; text: string; html: string }[];
};

const [buildDirectory = "", moment = ""] = process.argv.slice(2);
const release = { buildDirectory };
const { readConfig: read } = await loadModule<{ readConfig: typeof readConfig }>(release, "platform/config.js");
const { content } = await loadModule<{ content: Content }>(release, "features/publishing/content.server.js");
const sitePaths = await loadModule<{ listAddresses: typeof listAddresses }>(
	release,
	"features/publishing/site-paths.js",
);
const installations = await loadModule<{ openExistingInstallation: typeof openExistingInstallation }>(
	release,
	"server/open-installation.js",
);
const previews = await loadModule<{ createEmailPreviews: typeof createEmailPreviews }>(
	release,
	"server/email-previews.js",
);

const config = read();
const { database, company } = await installations.openExistingInstallation(config);
try {
	const { publicUrl, deskUrl } = config;
	const now = Temporal.Instant.from(moment);
	const emails = await previews.createEmailPreviews({ company, publicUrl, deskUrl, now });
	const description: ReleaseDescription = {
		paths: [...sitePaths.listAddresses(content)],
		emails: emails.map(({ about, email: { kind, subject, text, html } }) => ({ kind, about, subject, text, html })),
	};
	process.stdout.write(JSON.stringify(description));
} finally {
	await database.close();
}
