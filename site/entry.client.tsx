import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { acceptTranslation } from "../ui/accept-translation.ts";
import { keepEntries } from "../ui/keep-entries.ts";
import { reportFailure } from "./report-failure.ts";

acceptTranslation();
// In a task of its own: together with running the code just loaded, it would be a long task on a phone.
setTimeout(() => {
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter onError={reportFailure} />
			</StrictMode>,
			{ onRecoverableError: keepEntries() },
		);
	});
});
