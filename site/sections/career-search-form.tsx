import { SearchForm } from "./search-form.tsx";
import { SourceInput } from "./source-input.tsx";

/** The keyword search of the careers landing page. */
export function CareerSearchForm() {
	return (
		<SearchForm
			action="/career"
			id="career-search"
			label="Search jobs by keyword"
			placeholder="Job title, skill or keyword"
			button="Search jobs"
		>
			<SourceInput />
		</SearchForm>
	);
}
