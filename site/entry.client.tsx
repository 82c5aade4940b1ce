import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reportFailure } from "./report-failure.ts";

// In a task of its own, because running what has just been loaded was one already: together they are long on a phone.
setTimeout(() => {
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter onError={reportFailure} />
			</StrictMode>,
		);
	});
});
