/** What a text can be chosen from: things of the content by their names, or lists that everybody has. */
export type ChoiceSource =
	| "authors"
	| "blog-categories"
	| "portfolio-categories"
	| "pages"
	| "locations"
	| "departments"
	| "countries"
	| "time-zones"
	| "currencies"
	| "languages";
