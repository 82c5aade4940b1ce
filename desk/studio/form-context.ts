import { createContext, useContext, type ComponentType } from "react";
import type { ChoiceSource } from "../../shared/form-hints.ts";
import type { FieldProps } from "./fields/field-props.ts";
import type { FieldError } from "../../shared/text-rules.ts";

/** Something that a field can be set to. */
export type Choice = { value: string; label: string };

/** A picture that there is. */
export type LibraryPicture = { src: string; url: string; width: number; height: number };

/** The context of every field of a document's form. */
export type DocumentFormData = {
	/** Draws the control, or the controls, of any field. */
	Field: ComponentType<FieldProps>;
	/** Of the document. */
	path: string;
	/** By names of inputs. */
	errors: FieldError[];
	choices: Partial<Record<ChoiceSource, Choice[]>>;
	pictures: LibraryPicture[];
	/** Says to those who listen to the page what a button has done. */
	announce(text: string): void;
	/** Called when something changes that sends no input event. */
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
