import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, type ButtonLook } from "../../ui/button.tsx";

type SearchFormProps = {
	/** Path of the page with the results. */
	action: string;
	/** Id of the field. */
	id: string;
	label: string;
	placeholder?: string;
	button: string;
	look?: ButtonLook;
	defaultValue?: string;
	/** Whether results come as a new page, also where scripts run. */
	reloadDocument?: boolean;
	/** Hidden fields. */
	children?: ReactNode;
};

/** A search by keywords: a GET form, so that results have an address to share and it works without scripts. */
export function SearchForm({
	action,
	id,
	label,
	placeholder,
	button,
	look,
	defaultValue,
	reloadDocument = false,
	children,
}: SearchFormProps) {
	return (
		<Form role="search" action={action} reloadDocument={reloadDocument} className="flex flex-col gap-3 md:flex-row">
			{children}
			<label htmlFor={id} className="sr-only">
				{label}
			</label>
			<input
				id={id}
				type="search"
				name="q"
				maxLength={100}
				placeholder={placeholder}
				defaultValue={defaultValue}
				className="min-h-14 w-full rounded-full border border-border bg-white px-6 text-18 text-ink placeholder:text-muted"
			/>
			<Button type="submit" {...(look && { look })} className="min-h-14 shrink-0 px-8 text-18">
				<Search aria-hidden="true" className="size-5" /> {button}
			</Button>
		</Form>
	);
}
