import { serveKit } from "./serve-kit.ts";

/** `npm run kit`: shows every component of ui/ in every state; `npm run kit -- 4000` uses another port. */
const { url } = await serveKit({ port: Number(process.argv[2] ?? 3002), watch: true });
process.once("SIGINT", () => process.exit());
console.log(`> Every component in every state: ${url} (load it again after a change)`);
