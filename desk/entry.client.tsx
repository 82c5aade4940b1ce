import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { acceptTranslation } from "../ui/accept-translation.ts";
import { keepEntries } from "../ui/keep-entries.ts";
import { loadFilesFirst } from "./layout/load-files.ts";

acceptTranslation();
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<HydratedRouter instrumentations={[loadFilesFirst]} />
		</StrictMode>,
		{ onRecoverableError: keepEntries() },
	);
});
