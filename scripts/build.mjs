// `npm run build`: builds the site again; the next `npm start` serves it as it is.
import { build } from "./prepare.mjs";

build({ anew: true });
