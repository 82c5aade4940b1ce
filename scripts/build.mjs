// `npm run build`: the site anew, which the next `npm start` then serves as it is.
import { build } from "./prepare.mjs";

build({ anew: true });
