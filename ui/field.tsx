import type { ComponentProps, ReactNode } from "react";

const controlClass =
	"mt-2 block w-full rounded-6 border border-border bg-white px-4 py-3 text-16 text-ink placeholder:text-muted hover:border-ink aria-invalid:border-2 aria-invalid:border-error disabled:opacity-60";

type FieldFrameProps = {
	id: string;
	label: string;
	/** Shown after the label, such as "(Optional)". */
	note?: string | undefined;
	error?: string | undefined;
	hint?: string | undefined;
	children: ReactNode;
};

/** Label, hint and error around one control. Set the control's aria-describedby with `describedBy(id, ...)`. */
export function FieldFrame({ id, label, note, error, hint, children }: FieldFrameProps) {
	return (
		<div>
			<label htmlFor={id} className="text-16 font-semibold text-ink">
				{label} {note && <span className="font-normal text-muted">{note}</span>}
			</label>
			{hint && (
				<p id={`${id}-hint`} className="text-14 text-muted">
					{hint}
				</p>
			)}
			{children}
			{error && (
				<p id={`${id}-error`} className="mt-2 text-16 font-semibold text-error">
					<span className="sr-only">Error: </span>
					{error}
				</p>
			)}
		</div>
	);
}

/** Returns the ids of a control's hint and error, for aria-describedby. */
export function describedBy(id: string, error?: string, hint?: string): string | undefined {
	return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

type OwnProps = {
	id: string;
	label: string;
	note?: string | undefined;
	error?: string | undefined;
	hint?: string | undefined;
};

export function TextField({
	id,
	label,
	note,
	error,
	hint,
	className = "",
	...input
}: OwnProps & ComponentProps<"input">) {
	return (
		<FieldFrame id={id} label={label} note={note} error={error} hint={hint}>
			<input
				id={id}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, error, hint)}
				className={`${controlClass} ${className}`}
				{...input}
			/>
		</FieldFrame>
	);
}

export function TextArea({
	id,
	label,
	note,
	error,
	hint,
	className = "",
	...textarea
}: OwnProps & ComponentProps<"textarea">) {
	return (
		<FieldFrame id={id} label={label} note={note} error={error} hint={hint}>
			<textarea
				id={id}
				rows={6}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, error, hint)}
				className={`${controlClass} ${className}`}
				{...textarea}
			/>
		</FieldFrame>
	);
}
