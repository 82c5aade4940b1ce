import type { ReactNode } from "react";

/** The page whose steps are rendered by the server, for browsers without scripts. */
export const plainBookingPath = "/demo/by-form";

/** The form around a step that chooses. Its buttons act by themselves; without scripts they lead to the next step through the address. */
export function ChoiceForm({ id, children }: { id: string; children: ReactNode }) {
	return (
		<form id={id} method="get" action={`${plainBookingPath}#form-title`} onSubmit={(event) => event.preventDefault()}>
			{children}
		</form>
	);
}
