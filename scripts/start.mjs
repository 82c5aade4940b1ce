// `npm start`: from a fresh clone to a running site.
import { runInForeground, build, install, node, printStep, serverArguments, serverEnvironment } from "./prepare.mjs";

install();
build();
printStep("Starting the server");
runInForeground(node, serverArguments, { env: { ...serverEnvironment, ...process.env } });
