import type { ReactNode } from "react";
import { plainPathOfCalls } from "../../shared/call-type.ts";

/** The form around a step that chooses. Its buttons act by themselves; without scripts they lead to the next step through the address. */
export function ChoiceForm({ id, callType, children }: { id: string; callType: string; children: ReactNode }) {
	return (
		<form
			id={id}
			method="get"
			action={`${plainPathOfCalls(callType)}#form-title`}
			onSubmit={(event) => event.preventDefault()}
		>
			{children}
		</form>
	);
}
