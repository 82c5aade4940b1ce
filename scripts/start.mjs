// `npm start`: from a fresh clone to a running site.
import { become, build, install, node, say, serverArguments } from "./prepare.mjs";

install();
build();
say("Starting the server");
become(node, serverArguments, { env: { NODE_ENV: "production", ...process.env } });
