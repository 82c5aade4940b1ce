/** The kinds of requests, each with its name at the desk and on the form. */
export const requestKinds = {
	see: { label: "See data", choice: "See the data that you hold about me" },
	correct: { label: "Correct data", choice: "Correct data about me" },
	erase: { label: "Erase data", choice: "Erase the data about me" },
	complain: { label: "Complaint", choice: "Complain about how my data was handled" },
} as const;

export type RequestKind = keyof typeof requestKinds;

export const requestKindKeys = Object.keys(requestKinds) as [RequestKind, ...RequestKind[]];

/** Reads the key of a kind; undefined for any other text. */
export function readRequestKind(text: string): RequestKind | undefined {
	return requestKindKeys.find((key) => key === text);
}

/** Names a kind at the desk; a member may enter a request whose kind is still to be found out. */
export function nameRequestKind(key: string): string {
	const kind = readRequestKind(key);
	return kind ? requestKinds[kind].label : "Not stated";
}
