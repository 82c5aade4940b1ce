/** The source of a field's choices: names of content, or a fixed list. */
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
