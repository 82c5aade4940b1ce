/** The colours of every illustration: flat, no gradients. Source: the site's colour tokens. */

/** Outlines, and small solid details such as headings and keys. */
export const ink = "#15130F";
/** The lightest surface: tops, screens, paper. */
export const white = "#FFFFFF";
/** Faces that look to the left, where the light comes from. */
export const paper = "#FBF8F3";
/** The ground. */
export const sand = "#F3EDE3";
/** Faces that look to the right, and shadows on the ground. */
export const shade = "#E4D9C7";
/** The darkest tint: shadows on shaded faces, and running text on screens. */
export const deep = "#CBBBA1";
/** The one accent. A scene throws unless exactly one of its parts uses it. */
export const orange = "#FF6A1A";
