import { useNavigation } from "react-router";

/** Leads to what publishing changes, which takes a moment to list. */
export function PublishButton({ isHeld = false }: { isHeld?: boolean }) {
	const { formData, location } = useNavigation();
	const isListing =
		isHeld || (formData !== undefined && (formData.get("do") === "publish" || location.pathname === "/studio/publish"));
	return (
		<button name="do" value="publish" className="button-main" aria-disabled={isListing}>
			{isListing ? "Listing changes…" : "Publish…"}
		</button>
	);
}
