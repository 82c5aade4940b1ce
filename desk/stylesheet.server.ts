import { createHash } from "node:crypto";
import css from "./desk.css?inline";

/** The desk's one stylesheet, fonts included; its address changes with its content. */
export const stylesheet = { css, path: `/desk-${createHash("sha256").update(css).digest("hex").slice(0, 12)}.css` };
