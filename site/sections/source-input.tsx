import { sourceField } from "../../shared/source-link.ts";
import { useSource } from "../layout/use-source.ts";

/** Hands the source link of this page on to the page that a search leads to. */
export function SourceInput() {
	const { name } = useSource();
	return name !== "" && <input type="hidden" name={sourceField} value={name} />;
}
