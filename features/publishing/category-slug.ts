/** Returns the address part of a category: "UI/UX Design" becomes "ui-ux-design". A slug stays as it is. */
export function slugOfCategory(name: string): string {
	return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
