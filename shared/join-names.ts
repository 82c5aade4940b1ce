/** "Asha Rao, Dev Shah and Kim Larsen" */
export function joinNames(names: readonly string[], locale: string): string {
	return new Intl.ListFormat(locale).format(names);
}
