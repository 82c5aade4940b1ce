import { Parser } from "htmlparser2";

/** Lists the texts of all elements whose path ends with a path such as "Contents/Key", in order. */
export function findXmlTexts(xml: string, path: string): string[] {
	const open: string[] = [];
	const found: string[] = [];
	let text: string | undefined;
	const depth = path.split("/").length;
	const isWanted = () => open.slice(-depth).join("/") === path;
	const parser = new Parser(
		{
			onopentag(name) {
				open.push(name);
				if (isWanted()) text = "";
			},
			ontext(piece) {
				if (text !== undefined) text += piece;
			},
			onclosetag() {
				if (text !== undefined && isWanted()) {
					found.push(text);
					text = undefined;
				}
				open.pop();
			},
		},
		{ xmlMode: true },
	);
	parser.end(xml);
	return found;
}
