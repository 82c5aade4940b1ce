import { useSearchParams } from "react-router";
import { readSource, withSource } from "../../shared/source-link.ts";

/** The source link that the visitor came by, from the address; its name is empty for none. */
export function useSource() {
	const [query] = useSearchParams();
	const name = readSource(query);
	return { name, addTo: (path: string) => withSource(path, name) };
}
