import { useState } from "react";

/**
 * Keeps the response of an action, which is lost when the page reads its data again after somebody's change.
 * @param subject of the response, which is dropped when it changes
 */
export function useKept<Answer>(answer: Answer | undefined, subject: string): Answer | undefined {
	const [kept, setKept] = useState({ answer, subject });
	if (answer !== undefined && answer !== kept.answer) setKept({ answer, subject });
	return answer ?? (kept.subject === subject ? kept.answer : undefined);
}
