import { fileURLToPath } from "node:url";
import { readConfig } from "../server/config.ts";
import { listPlaceholders } from "./list-placeholders.ts";

/** Lists what a real company must still replace before it launches, by file and field, and says what to run next. Exits with 1 while anything is left. */
const left = [...listPlaceholders(fileURLToPath(new URL("../content", import.meta.url))).map((line) => `content/${line}`), ...listSettings()];

if (left.length === 0) {
	console.log("Nothing is left to replace. Have a lawyer read content/terms.yml and content/pages/privacy.md. Next: npm run build, npm run bench:pages, then npm start.");
} else {
	console.log(
		`${left.length} placeholder(s) to replace before launch:\n${left.map((line) => `  ${line}`).join("\n")}\n\n` +
			"Replace them, and the mark in ui/logo.tsx (npm run pictures draws the icons from it). Next: npm run check:content, and again npm run check:launch.",
	);
	process.exitCode = 1;
}

/** Settings without which nobody outside this machine gets a letter or a link. */
function listSettings(): string[] {
	const config = readConfig();
	return [
		...(config.publicUrl.startsWith("https://") ? [] : [`PUBLIC_URL: ${config.publicUrl} is not an https address`]),
		...(config.smtpUrl === undefined ? ["SMTP_URL: unset, so letters wait in the outbox"] : []),
		...(config.mailFrom === undefined ? ["MAIL_FROM: unset"] : []),
	];
}
