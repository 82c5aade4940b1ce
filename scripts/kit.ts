import { serveKit } from "./serve-kit.ts";

/** `npm run kit`: shows the components of ui/ and of desk/ in every state; `npm run kit -- 4000` uses that port and the next. */
const port = Number(process.argv[2] ?? 3002);
const kits = await Promise.all([
	serveKit({ folder: "ui", port, watch: true }),
	serveKit({ folder: "desk", port: port + 1, watch: true }),
]);
process.once("SIGINT", () => process.exit());
for (const { url } of kits) console.log(`> Components in every state: ${url} (load it again after a change)`);
