import { useState } from "react";
import { useLocation } from "react-router";

/** Keeps what an action answered until somebody goes on: a page that reads anew what it shows forgets it otherwise. */
export function useKept<Answer>(answer: Answer | undefined): Answer | undefined {
	const { key } = useLocation();
	const [kept, setKept] = useState({ answer, key });
	if (answer !== undefined && answer !== kept.answer) setKept({ answer, key });
	return answer ?? (kept.key === key ? kept.answer : undefined);
}
