import { startTransition, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Link, useNavigation, useSubmit } from "react-router";
import { goToField } from "../../ui/go-to-field.ts";
import { useCounts } from "../layout/use-counts.ts";
import { useDropTarget } from "../layout/use-drag.ts";
import { BoardCard } from "./board-card.tsx";
import type { Card, Column } from "./card.ts";

type BoardColumnsProps = {
	columns: Column[];
	/** Where moves are sent. */
	action: string;
	/** The record that is open over the board. */
	openReference: string | undefined;
	/** The address of a record over the board. */
	pathOf(reference: string): string;
	/** The list of all cards of a stage. */
	listPath(stage: string): string;
};

/**
 * Stages side by side, or below each other on a phone. A moved card appears at its new place at once. Moves are sent one at a time, because
 * each sends the version that the previous one has changed.
 */
export function BoardColumns({ columns, action, openReference, pathOf, listPath }: BoardColumnsProps) {
	const submit = useSubmit();
	const navigation = useNavigation();
	const [waiting, setWaiting] = useState<Move[]>([]);
	const focusNext = useRef<string>(undefined);
	const isIdle = navigation.state === "idle";
	const isSending = useRef(false);
	// Other forms of the page have fields of the same names.
	const sent = navigation.formAction === action ? readMove(navigation.formData) : undefined;
	const shown = [...(sent ? [sent] : []), ...waiting].reduce(moveCard, columns);

	useEffect(() => {
		const [next] = waiting;
		if (!next || !isIdle || isSending.current) return;
		isSending.current = true;
		void send(next).finally(() => {
			isSending.current = false;
			startTransition(() => setWaiting((moves) => moves.filter((one) => one !== next)));
		});
	});

	async function send({ reference, stage }: Move): Promise<void> {
		const card = findCard(columns, reference);
		if (!card || card.stage === stage) return;
		const form = { reference, version: String(card.version), stage };
		await submit(form, { method: "post", action, replace: true, preventScrollReset: true });
	}

	// A layout effect: a key may be pressed before an effect of the move before it has run, which would then forget this key's card.
	useLayoutEffect(() => {
		if (focusNext.current === undefined) return;
		goToField(focusNext.current);
		if (isIdle && waiting.length === 0) focusNext.current = undefined;
	});

	function move({ reference }: Card, stage: string): void {
		if (findCard(shown, reference)?.stage === stage) return;
		setWaiting((moves) => [...moves, { reference, stage }]);
	}

	return (
		<div className="board">
			{shown.map((column, index) => (
				<BoardColumn key={column.key} column={column} listPath={listPath(column.key)} onDrop={move}>
					{column.cards.map((card) => (
						<BoardCard
							key={card.reference}
							card={card}
							path={pathOf(card.reference)}
							isOpen={card.reference === openReference}
							before={columns[index - 1]?.key}
							after={columns[index + 1]?.key}
							onMove={(moved, stage) => {
								focusNext.current = moved.reference;
								move(moved, stage);
							}}
						/>
					))}
				</BoardColumn>
			))}
		</div>
	);
}

type BoardColumnProps = {
	column: Column;
	listPath: string;
	onDrop(card: Card, stage: string): void;
	children: ReactNode[];
};

/** One stage; a closed one is folded until it is wanted, and takes cards all the same. */
function BoardColumn({ column: { key, label, isOpen, count, cards }, listPath, onDrop, children }: BoardColumnProps) {
	const { target, isOver } = useDropTarget<HTMLDetailsElement>((card) => onDrop(card as Card, key));
	const id = `stage-${key}`;
	const write = useCounts();
	return (
		<details ref={target} open={isOpen} className="board-column" data-over={isOver || undefined}>
			<summary>
				<h2 id={id}>
					{label} <span className="number">{write(count)}</span>
				</h2>
			</summary>
			{cards.length === 0 ? <p className="board-empty">Empty</p> : <ol aria-labelledby={id}>{children}</ol>}
			{count > cards.length && <Link to={listPath}>View all {write(count)}</Link>}
		</details>
	);
}

type Move = { reference: string; stage: string };

function readMove(form: FormData | undefined): Move | undefined {
	const reference = form?.get("reference");
	const stage = form?.get("stage");
	return typeof reference === "string" && typeof stage === "string" ? { reference, stage } : undefined;
}

function findCard(columns: Column[], reference: string): Card | undefined {
	return columns.flatMap(({ cards }) => cards).find((one) => one.reference === reference);
}

function moveCard(columns: Column[], { reference, stage }: Move): Column[] {
	const card = findCard(columns, reference);
	if (!card || card.stage === stage) return columns;
	return columns.map((column) => {
		if (column.key === card.stage)
			return { ...column, count: column.count - 1, cards: column.cards.filter((one) => one !== card) };
		if (column.key === stage)
			return { ...column, count: column.count + 1, cards: [{ ...card, stage }, ...column.cards] };
		return column;
	});
}
