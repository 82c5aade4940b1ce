/** Former names of commands: they respond with the new one. */
export const retiredNames: Record<string, string> = { letters: "emails" };
