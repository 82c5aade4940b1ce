import type { KitState } from "../../../ui/kit/state.ts";
import { BoardColumns } from "../../board/board-columns.tsx";
import type { Card, Column } from "../../board/card.ts";

const card = (reference: string, of: Partial<Card>): Card => ({
	reference,
	version: 1,
	name: "Asha Rao",
	occupation: "Test engineer at Marina Health",
	stage: "new",
	since: { text: "27 Nov 2026", dateTime: "2026-11-27", days: 0 },
	owner: undefined,
	score: undefined,
	hasNewMessage: false,
	isAnswered: true,
	source: "",
	remark: undefined,
	...of,
});

const column = (key: string, label: string, isOpen: boolean, cards: Card[]): Column => ({
	key,
	label,
	isOpen,
	count: cards.length,
	cards: cards.map((one) => ({ ...one, stage: key })),
});

const listColumns = (id: string) => [
	column("new", "New", true, [
		card(`${id}-1`, { isAnswered: false }),
		card(`${id}-2`, {
			name: "Hans-Joachim Grünewald-Geschwindigkeitsbegrenzungen",
			owner: { name: "Robin Shah", initials: "RS" },
			score: "4.5",
			hasNewMessage: true,
			source: "A referral",
			remark: "Interview on 30 Nov",
		}),
	]),
	column("interview", "Interview", true, []),
	column("hired", "Hired", false, [card(`${id}-3`, {})]),
];

export const states: KitState[] = [
	{
		name: "Columns and cards",
		controls: true,
		render: (id) => (
			<BoardColumns
				columns={listColumns(id)}
				action="/applications/board"
				openReference={`${id}-2`}
				pathOf={(reference) => `/applications/board/${reference}`}
				listPath={(stage) => `/applications?stage=${stage}`}
			/>
		),
	},
];
