import { ErrorSummary } from "../../error-summary.tsx";
import { longText, type KitState } from "../state.ts";

export const states: KitState[] = [
	{
		name: "One error",
		controls: true,
		render: (id) => (
			<ErrorSummary attempt={0} errors={[{ field: `${id}-email`, message: "Enter your e-mail address" }]} />
		),
	},
	{
		name: "Several errors, a title of its own",
		render: (id) => (
			<ErrorSummary
				attempt={0}
				title="This step is not complete"
				errors={["Enter your first name", "Enter your e-mail address"].map((message, index) => ({
					field: `${id}-${index}`,
					message,
				}))}
			/>
		),
	},
	{ name: "Long text", render: (id) => <ErrorSummary attempt={0} errors={[{ field: id, message: longText }]} /> },
	{ name: "Empty", render: () => <ErrorSummary errors={[]} /> },
];
