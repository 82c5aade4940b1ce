// `npm run texts`: the texts of every page, e-mail, desk screen and command in one file.
import { build, install, node, run } from "./prepare.mjs";

install();
build();
run(node, ["scripts/texts/main.ts"]);
