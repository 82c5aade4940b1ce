import { createContext, useContext, type ComponentType } from "react";
import type { ChoiceSource } from "../../shared/form-hints.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { FieldProps } from "./fields/field-props.ts";

/** An option of a field. */
export type Choice = { value: string; label: string };

/** A picture of the library. */
export type LibraryPicture = { src: string; url: string; width: number; height: number };

/** The context of every field of a document's form. */
export type DocumentFormData = {
	/** Draws the controls of any field. */
	Field: ComponentType<FieldProps>;
	/** Of the document. */
	path: string;
	/** By names of inputs. */
	errors: FieldError[];
	choices: Partial<Record<ChoiceSource, Choice[]>>;
	pictures: LibraryPicture[];
	/** Announces to screen readers what a button has done. */
	announce(text: string): void;
	/** Called after a change that sends no input event. */
	onChange(): void;
};

export const DocumentFormContext = createContext<DocumentFormData>({
	Field: () => null,
	path: "",
	errors: [],
	choices: {},
	pictures: [],
	announce() {},
	onChange() {},
});

export function useDocumentForm(): DocumentFormData {
	return useContext(DocumentFormContext);
}
