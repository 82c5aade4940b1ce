/** Somewhere to go: a page, a setting, a record, a person or a document. */
export type Place = { path: string; name: string; about: string };

export type PlaceGroup = { name: string; places: Place[] };
