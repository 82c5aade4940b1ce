/** The source of a field's choices: names of content, or a fixed list. */
export type ChoiceSource =
	| "authors"
	| "blog-categories"
	| "portfolio-categories"
	| "pages"
	| "testimonials"
	| "posts"
	| "projects"
	| "call-types"
	| "locations"
	| "departments"
	| "countries"
	| "time-zones"
	| "currencies"
	| "languages";
