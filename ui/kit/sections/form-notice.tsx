import { FormNotice } from "../../form-notice.tsx";
import { longText, type KitState } from "../state.ts";

const points = [
	{ label: "What we collect", text: "Your name and address." },
	{ label: "How long we keep it", text: longText.repeat(3) },
];
const texts = [
	{ lang: "en", title: "How we use your data", points },
	{
		lang: "hi",
		title: "हम आपकी जानकारी का उपयोग कैसे करते हैं",
		points: [{ label: "हम क्या लेते हैं", text: "आपका नाम और पता।" }],
	},
];

export const states: KitState[] = [
	{ name: "Two languages", render: () => <FormNotice notice={{ version: "0123456789ab-24", texts }} /> },
	{ name: "None", render: () => <FormNotice notice={undefined} /> },
];
