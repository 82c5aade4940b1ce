type FormProblemProps = {
	/** Undefined while there is none. */
	text: string | undefined;
	/** Classes of its margins and width. */
	className?: string;
};

/** Tells why a posted form has changed nothing. */
export function FormProblem({ text, className = "mt-6" }: FormProblemProps) {
	if (text === undefined) return null;
	return (
		<p role="alert" className={`${className} rounded-12 border-2 border-error bg-white p-5 font-semibold text-error`}>
			{text}
		</p>
	);
}
