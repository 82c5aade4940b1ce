import { useEffect, useRef, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import type { KitState } from "./state.ts";

type Forced = "hover" | "focus";

type KitSection = { name: string; states: KitState[] };

const forcedNames: Record<Forced, string> = { hover: "under the pointer", focus: "in focus" };
const grounds = { ink: "on-ink bg-ink text-sand", white: "bg-white" };

/** The URL of one state on its own. */
const addressOf = (section: string, state: string) => `?${new URLSearchParams({ section, state }).toString()}`;

/** Every component in every state, or with ?section and ?state a single one. */
function Kit({ sections }: { sections: readonly KitSection[] }) {
	const query = new URLSearchParams(location.search);
	const alone = sections
		.find(({ name }) => name === query.get("section"))
		?.states.find(({ name }) => name === query.get("state"));
	if (alone) return <main className="min-h-dvh p-5">{alone.render("alone")}</main>;
	return (
		<div className="gap-8 p-5 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)]">
			<nav aria-label="Components">
				<ul className="mb-8 flex flex-wrap gap-x-4 lg:sticky lg:top-5 lg:block">
					{sections.map(({ name }) => (
						<li key={name}>
							<a className="text-16 text-accent-text underline" href={`#${name}`}>
								{name}
							</a>
						</li>
					))}
				</ul>
			</nav>
			<main className="space-y-16">
				<h1 className="text-36">Kit</h1>
				{sections.map(({ name, states }) => (
					<section key={name} aria-labelledby={name}>
						<h2 id={name} className="border-b-2 border-ink text-28">
							{name}
						</h2>
						{states.map((state) => (
							<StateGroup key={state.name} section={name} state={state} />
						))}
					</section>
				))}
			</main>
		</div>
	);
}

function StateGroup({ section, state }: { section: string; state: KitState }) {
	const { name, render, controls = false, overlay = false, ground } = state;
	const id = `${section}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
	if (overlay)
		return (
			<Shown title={name}>
				{/* oxlint-disable-next-line react/iframe-missing-sandbox -- it shows this very page */}
				<iframe
					title={`${section}, ${name}`}
					loading="lazy"
					src={addressOf(section, name)}
					className="h-[30rem] w-full border border-border"
				/>
			</Shown>
		);
	return [undefined, ...(controls ? (["hover", "focus"] as const) : [])].map((forced) => (
		<Shown
			key={forced ?? "rest"}
			title={forced ? `${name}, ${forcedNames[forced]}` : name}
			forced={forced}
			ground={ground}
		>
			{render(forced ? `${id}-${forced}` : id)}
		</Shown>
	));
}

type ShownProps = { title: string; forced?: Forced | undefined; ground?: KitState["ground"]; children: ReactNode };

function Shown({ title, forced, ground, children }: ShownProps) {
	const frame = useRef<HTMLDivElement>(null);

	// The stylesheet treats it as hovered or focused: see forced-states.ts.
	useEffect(() => {
		if (!forced) return;
		for (const control of frame.current?.querySelectorAll("a, button, input, select, textarea, summary") ?? [])
			control.setAttribute("data-forced", forced);
	}, [forced]);

	return (
		<>
			<h3 className="mt-8 mb-3 font-sans text-14 text-muted">{title}</h3>
			<div ref={frame} className={ground && `rounded-12 p-5 ${grounds[ground]}`}>
				{children}
			</div>
		</>
	);
}

/** Tells the test that everything is drawn and its effects have run. */
function Ready({ children }: { children: ReactNode }) {
	const [ready, setReady] = useState(false);
	useEffect(() => setReady(true), []);
	return <div data-ready={ready ? "" : undefined}>{children}</div>;
}

/**
 * Draws the page of a kit.
 * @param modules the modules of ./sections/ by path
 */
export function showKit(modules: Record<string, { states: KitState[] }>): void {
	const sections = Object.entries(modules).map(([path, { states }]) => ({
		name: path.slice("./sections/".length, -".tsx".length),
		states,
	}));
	const page = (
		<Ready>
			<Kit sections={sections} />
		</Ready>
	);
	// Forms lead nowhere.
	const router = createMemoryRouter([{ path: "*", element: page, action: () => null }]);
	const root = document.querySelector("#kit");
	if (root) createRoot(root).render(<RouterProvider router={router} />);
}
