/** Tells whether the browser holds other text than the page came with, such as after a return, or typed before scripts ran. */
export function hasTypedText(form: HTMLFormElement): boolean {
	return [...form.elements].some(
		(one) =>
			((one instanceof HTMLInputElement && !["checkbox", "radio", "hidden", "color"].includes(one.type)) ||
				one instanceof HTMLTextAreaElement) &&
			one.value.replaceAll("\r\n", "\n") !== one.defaultValue.replaceAll("\r\n", "\n"),
	);
}
