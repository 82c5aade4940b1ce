import type { ReactNode } from "react";
import type { SectionFrame } from "./section-view.ts";

const grounds: Record<SectionFrame["ground"], string> = {
	paper: "",
	white: "border-y border-hairline bg-white",
	sand: "bg-sand",
	ink: "on-ink bg-ink text-sand",
};

type BandProps = Pick<SectionFrame, "id" | "ground"> & {
	/** Layout classes of its content. */
	className?: string;
	children: ReactNode;
};

/** A section on its ground, named by its heading. */
export function Band({ id, ground, className = "", children }: BandProps) {
	return (
		<section aria-labelledby={id} className={`section-space ${grounds[ground]}`}>
			<div className={`container-page ${className}`}>{children}</div>
		</section>
	);
}

/** Classes of a card that stands out from a ground. */
export function cardOn(ground: SectionFrame["ground"]): string {
	return ground === "sand"
		? "bg-paper"
		: ground === "white"
			? "border border-hairline bg-paper"
			: "border border-hairline bg-white";
}

/** Twelve columns: a heading in four of them, the content in seven. */
export const beside = "grid gap-10 lg:grid-cols-12 lg:gap-x-6";
export const besideContent = "min-w-0 lg:col-span-7 lg:col-start-6";
