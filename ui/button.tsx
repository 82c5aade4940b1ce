import type { ComponentProps } from "react";
import { Link } from "react-router";

export type ButtonLook = "primary" | "secondary" | "quiet" | "on-ink";

const base =
	"inline-flex items-center justify-center gap-2 rounded-full font-semibold text-16 min-h-12 py-2 transition aria-disabled:opacity-60 disabled:opacity-60";

const looks: Record<ButtonLook, string> = {
	// The border shows in forced colours, which remove the fill.
	primary: "px-6 border border-transparent bg-accent-fill text-ink hover:bg-accent-on-dark",
	secondary: "px-6 border border-ink text-ink hover:bg-ink hover:text-paper",
	quiet: "px-2 text-accent-text underline underline-offset-4 hover:text-ink",
	"on-ink": "px-6 border border-paper text-paper hover:bg-paper hover:text-ink",
};

/** Returns the classes of a button, for elements that only look like one (summary, the label of a file field). */
export function buttonClass(look: ButtonLook = "primary", className = ""): string {
	return `${base} ${looks[look]} ${className}`;
}

type ButtonProps = ComponentProps<"button"> & { look?: ButtonLook };

export function Button({ look = "primary", className, type = "button", ...props }: ButtonProps) {
	return <button type={type} className={buttonClass(look, className)} {...props} />;
}

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: ButtonLook };

/** A link that looks like a button. */
export function ButtonLink({ look = "primary", className, ...props }: ButtonLinkProps) {
	return <Link className={buttonClass(look, className)} {...props} />;
}
