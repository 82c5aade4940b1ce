// `npm run texts`: what every page, e-mail, desk screen and command says, in one file.
import { build, install, node, run } from "./prepare.mjs";

install();
build();
run(node, ["scripts/texts/main.ts"]);
