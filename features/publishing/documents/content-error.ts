/** What is wrong with a field of a document; an empty field is the document itself. */
export type ContentProblem = {
	/** Its path below the content folder, such as "services/erp.yml". */
	file: string;
	/** The way to the field, such as "sections[2].title". */
	field: string;
	message: string;
};

/** All that is wrong with the content, one line a field: "content/services/erp.yml: services: must have at least 1 entry". */
export class ContentError extends Error {
	readonly problems: ContentProblem[];

	constructor(problems: ContentProblem[]) {
		const lines = problems.map((problem) => `  ${writeProblem(problem)}`);
		super(`The content has ${problems.length} ${problems.length === 1 ? "error" : "errors"}:\n${lines.join("\n")}`);
		this.name = "ContentError";
		this.problems = problems;
	}
}

/** Writes a problem in one line, as the build prints it. */
export function writeProblem({ file, field, message }: ContentProblem): string {
	return `content/${file}: ${field ? `${field}: ` : ""}${message}`;
}
