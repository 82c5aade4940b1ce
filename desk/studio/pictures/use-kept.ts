import { useState } from "react";

/**
 * Keeps what an action answered: a page that reads anew what it shows, because somebody has changed it, forgets it otherwise.
 *
 * @param subject what the answer is about; it goes with that
 */
export function useKept<Answer>(answer: Answer | undefined, subject: string): Answer | undefined {
	const [kept, setKept] = useState({ answer, subject });
	if (answer !== undefined && answer !== kept.answer) setKept({ answer, subject });
	return answer ?? (kept.subject === subject ? kept.answer : undefined);
}
