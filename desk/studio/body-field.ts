import type { TextField } from "../../features/publishing/forms/form-field.ts";

/** The Markdown below the fields. */
export const bodyField: TextField = { kind: "markdown", title: "Text", input: "text" };
