import { Search } from "lucide-react";
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { SourceInput } from "./source-input.tsx";

/** The keyword search of the landing page: a GET form, so that results have an address to share and it works without scripts. */
export function CareerSearchForm() {
	return (
		<Form role="search" action="/career" className="flex flex-col gap-3 md:flex-row">
			<SourceInput />
			<label htmlFor="career-search" className="sr-only">
				Search jobs by keyword
			</label>
			<input
				id="career-search"
				type="search"
				name="q"
				maxLength={100}
				placeholder="Job title, skill or keyword"
				className="min-h-14 w-full rounded-full border border-border bg-white px-6 text-18 text-ink placeholder:text-muted"
			/>
			<Button type="submit" className="min-h-14 shrink-0 px-8 text-18">
				<Search aria-hidden="true" className="size-5" /> Search jobs
			</Button>
		</Form>
	);
}
