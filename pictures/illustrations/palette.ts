import { readAccent } from "../../features/publishing/accent-plugin.server.ts";
import { readFolders } from "../../platform/config.ts";
import { palette } from "../../shared/palette.ts";

/** The colours of every illustration: flat, no gradients. */

/** Outlines, and small solid details such as headings and keys. */
export const ink: string = palette.ink;
/** The lightest surface: tops, screens, paper. */
export const white: string = palette.white;
/** Faces to the left, where the light comes from. */
export const paper: string = palette.paper;
/** The ground. */
export const sand: string = palette.sand;
/** Faces to the right, and shadows on the ground. */
export const shade = "#E4D9C7";
/** The darkest tint: shadows on shaded faces, and running text on screens. */
export const deep = "#CBBBA1";
/** The company's accent colour. A scene throws unless exactly one of its parts uses it. */
export const accentFill = readAccent(readFolders().contentDirectory).fill;
