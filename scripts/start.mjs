// `npm start`: from a fresh clone to a running site.
import { become, build, install, node, say } from "./prepare.mjs";

install();
build();
say("Starting the server");
become(node, ["server/main.ts"], { env: { NODE_ENV: "production", ...process.env } });
