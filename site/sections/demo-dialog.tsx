import { createContext, lazy, Suspense, useContext, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { Dialog } from "../../ui/dialog.tsx";

// Loaded on intent: most visitors never open it.
const loadContent = () => import("./demo-dialog-content.tsx");
const DemoDialogContent = lazy(loadContent);

const OpenDemoDialog = createContext<() => void>(() => {});

/** Holds the one demo dialog of the page; every DemoButton inside opens it. */
export function DemoDialogProvider({ children }: { children: ReactNode }) {
	const [open, setOpen] = useState(false);
	const close = () => setOpen(false);

	return (
		<OpenDemoDialog value={() => setOpen(true)}>
			{children}
			<Dialog open={open} onClose={close} title="Book a Free Demo" wide>
				<Suspense fallback={<p className="mt-6" role="status">Loading…</p>}>
					<DemoDialogContent onDone={close} />
				</Suspense>
			</Dialog>
		</OpenDemoDialog>
	);
}

/** Opens the demo dialog; without scripts it is a link to the page that does the same. */
export function DemoButton({ className, children = "Want a Demo !" }: { className?: string; children?: ReactNode }) {
	const open = useContext(OpenDemoDialog);
	return (
		<Link
			to="/demo"
			className={className}
			onPointerEnter={loadContent}
			onFocus={loadContent}
			onClick={(event) => {
				if (event.metaKey || event.ctrlKey || event.shiftKey) return;
				event.preventDefault();
				open();
			}}
		>
			{children}
		</Link>
	);
}
