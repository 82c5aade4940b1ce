/** Commands that had another name, which somebody may still have in a script: they answer with the new one. */
export const retiredNames: Record<string, string> = { letters: "emails" };
