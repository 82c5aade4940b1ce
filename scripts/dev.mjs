// `npm run dev`: pages and API in one process, both reloaded when a file is saved.
import { runInForeground, install, node } from "./prepare.mjs";

install();
runInForeground(node, ["server/dev.ts"], { env: { NODE_ENV: "development", ...process.env } });
