// `npm run demo`: from a fresh clone to a desk with sample records.
import { build, install, node, runInForeground } from "./prepare.mjs";

install();
build();
runInForeground(node, ["scripts/demo/main.ts", ...process.argv.slice(2)]);
