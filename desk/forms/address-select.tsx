import { useEffect, useRef, type ComponentProps } from "react";

/** A select of a form that navigates whenever it changes. It follows the address, which may change otherwise, and keeps its focus. */
export function AddressSelect({ value, ...rest }: ComponentProps<"select"> & { value: string }) {
	const select = useRef<HTMLSelectElement>(null);
	useEffect(() => {
		if (select.current) select.current.value = value;
	}, [value]);
	return <select {...rest} ref={select} defaultValue={value} />;
}
