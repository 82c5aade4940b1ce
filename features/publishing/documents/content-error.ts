/** An error of a document's field; an empty field means the document itself. */
export type ContentProblem = {
	/** Path below the content folder, such as "services/erp.yml". */
	file: string;
	/** Such as "sections[2].title". */
	field: string;
	message: string;
};

/** All errors of the content, one in a line: "content/services/erp.yml: services: must have at least 1 entry". */
export class ContentError extends Error {
	readonly problems: ContentProblem[];

	constructor(problems: ContentProblem[]) {
		const lines = problems.map((problem) => `  ${writeProblem(problem)}`);
		super(`The content has ${problems.length} ${problems.length === 1 ? "error" : "errors"}:\n${lines.join("\n")}`);
		this.name = "ContentError";
		this.problems = problems;
	}
}

/** Writes an error in one line, as the build prints it. */
export function writeProblem({ file, field, message }: ContentProblem): string {
	return `content/${file}: ${field ? `${field}: ` : ""}${message}`;
}
