// `npm run upgrade`: builds the release in this folder if it is not built, and upgrades an installation to it (server/commands/upgrade.ts).
import { build, install, node, runInForeground } from "./prepare.mjs";

const args = process.argv.slice(2);
// A return needs nothing but what was built for the upgrade.
if (!args.includes("--back") && !args.includes("--help")) {
	install();
	build();
}
runInForeground(node, ["server/commands/upgrade.ts", ...args]);
